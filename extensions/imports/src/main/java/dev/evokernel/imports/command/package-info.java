/**
 * {@code evo import} and {@code evo init}.
 */
@NullMarked
package dev.evokernel.imports.command;

import org.jspecify.annotations.NullMarked;

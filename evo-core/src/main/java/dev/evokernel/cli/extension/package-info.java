/**
 * Extensions of the command line by modules: commands, and options of existing commands.
 * Implementations are found by {@link java.util.ServiceLoader} and named nowhere.
 */
@NullMarked
package dev.evokernel.cli.extension;

import org.jspecify.annotations.NullMarked;

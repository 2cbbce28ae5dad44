/**
 * {@code evo bench}: one subcommand in each file.
 */
@NullMarked
package dev.evokernel.lab.command;

import org.jspecify.annotations.NullMarked;

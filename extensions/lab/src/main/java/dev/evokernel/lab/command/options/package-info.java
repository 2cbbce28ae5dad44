/**
 * Options that subcommands of {@code evo bench} share.
 */
@NullMarked
package dev.evokernel.lab.command.options;

import org.jspecify.annotations.NullMarked;

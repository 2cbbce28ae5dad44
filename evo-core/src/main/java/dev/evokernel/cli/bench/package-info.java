/**
 * Subcommands of {@code evo bench}, one in each file, and the options they share. The measurements
 * are in {@link dev.evokernel.bench}.
 */
@NullMarked
package dev.evokernel.cli.bench;

import org.jspecify.annotations.NullMarked;

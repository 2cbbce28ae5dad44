/**
 * The subcommands of {@code evo bench}, one a file, and the options that they share.
 *
 * <p>What they measure is in {@link dev.evokernel.bench}.
 */
@NullMarked
package dev.evokernel.cli.bench;

import org.jspecify.annotations.NullMarked;

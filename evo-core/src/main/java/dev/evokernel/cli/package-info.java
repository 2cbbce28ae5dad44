/**
 * The command line: one picocli command a file, which parses, calls a use case and prints.
 *
 * <p>The options that commands share are in {@code options}, the subcommands of {@code evo bench}
 * in {@code bench}. These three packages are the only ones that write to standard output, and
 * nothing imports them. Exit codes: 0 done, 1 the command ran and its answer is no, 2 bad input or
 * a machine that lacks something, 130 interrupted.
 */
@NullMarked
package dev.evokernel.cli;

import org.jspecify.annotations.NullMarked;

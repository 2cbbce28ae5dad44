/**
 * Command line: each class is a picocli command that parses, calls a use case and prints.
 *
 * <p>Shared options are in {@code options}, the subcommands of {@code evo bench} in {@code bench}.
 * Only these three packages write to standard output, and no other package imports them. Exit
 * codes: 0 done, 1 a negative result, 2 bad input or a missing requirement of the machine, 130
 * interrupted.
 */
@NullMarked
package dev.evokernel.cli;

import org.jspecify.annotations.NullMarked;

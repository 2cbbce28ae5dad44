/**
 * Command line: each class is a picocli command that parses, calls a use case and prints.
 *
 * <p>Only this package writes to standard output, and only commands of extensions import it. It has
 * the options that commands share, and the interfaces of modules that add commands, options or
 * formats. Exit codes: 0 done, 1 a negative result, 2 bad input or a missing requirement of the
 * machine, 130 interrupted.
 */
@NullMarked
package dev.evokernel.cli;

import org.jspecify.annotations.NullMarked;

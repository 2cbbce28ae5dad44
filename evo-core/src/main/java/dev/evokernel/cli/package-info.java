/**
 * Command line: each class is a picocli command that parses, calls a use case and prints.
 *
 * <p>What commands share is in {@code options}. Only these two packages write to standard output,
 * and only commands of extensions import them. Exit codes: 0 done, 1 a negative result, 2 bad input
 * or a missing requirement of the machine, 130 interrupted.
 */
@NullMarked
package dev.evokernel.cli;

import org.jspecify.annotations.NullMarked;

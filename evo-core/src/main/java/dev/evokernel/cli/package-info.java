/**
 * The command line: one picocli command a file.
 *
 * <p>This is the only package that wires the others together, the only one that writes to standard
 * output, and nothing imports it. Exit codes: 0 done, 1 the command ran and its answer is no, 2 bad
 * input or a machine that lacks something, 130 interrupted.
 */
@NullMarked
package dev.evokernel.cli;

import org.jspecify.annotations.NullMarked;

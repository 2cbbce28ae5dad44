/**
 * What a module adds to the command line: a command, or options of a command that is there. The
 * command line finds implementations with {@link java.util.ServiceLoader}; it names none of them.
 */
@NullMarked
package dev.evokernel.cli.extension;

import org.jspecify.annotations.NullMarked;

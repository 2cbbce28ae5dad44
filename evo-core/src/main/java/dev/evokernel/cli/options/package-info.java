/**
 * Shared parts of commands: options as picocli mixins, the terminal, and the interfaces of modules
 * that add commands, options or formats.
 *
 * <p>A mixin converts its options to values of {@link dev.evokernel.tuning} and formats them for
 * the command line in reports. It measures and prints nothing; output goes to the streams of the
 * command. Implementations of the interfaces are found by {@link java.util.ServiceLoader} and named
 * nowhere.
 */
@NullMarked
package dev.evokernel.cli.options;

import org.jspecify.annotations.NullMarked;

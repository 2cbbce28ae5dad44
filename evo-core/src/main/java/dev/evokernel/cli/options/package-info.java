/**
 * Shared options of commands, as picocli mixins. Each converts its options to values of {@link
 * dev.evokernel.tuning} and formats them for the command line in reports. No class measures or
 * prints on its own; output goes to the streams of the command.
 */
@NullMarked
package dev.evokernel.cli.options;

import org.jspecify.annotations.NullMarked;

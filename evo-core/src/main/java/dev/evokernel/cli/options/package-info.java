/**
 * Options that several commands share, as picocli mixins: each turns what was typed into a value of
 * {@link dev.evokernel.tuning}, and repeats it for the command line that a report shows.
 *
 * <p>Nothing here measures. What comes out goes to the streams of the command it belongs to.
 */
@NullMarked
package dev.evokernel.cli.options;

import org.jspecify.annotations.NullMarked;

/**
 * {@code evo run} and {@code evo night}, with their progress and their final text.
 */
@NullMarked
package dev.evokernel.cli.run;

import org.jspecify.annotations.NullMarked;

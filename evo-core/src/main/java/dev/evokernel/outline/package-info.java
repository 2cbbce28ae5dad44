/**
 * A first {@code kernel.yaml} from a source that was written without evo: what its functions take,
 * which macros may be tuned, and what is left to fill in by hand.
 */
@NullMarked
package dev.evokernel.outline;

import org.jspecify.annotations.NullMarked;

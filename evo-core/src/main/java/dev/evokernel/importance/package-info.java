/**
 * Which parameters matter, from the outcomes of a run: shares of the variance over the valid
 * configurations, effects of single values, the strongest pairs, and what is still to be gained.
 *
 * <p>Plain arithmetic on the {@linkplain dev.evokernel.surrogate.ResponseSurface response surface};
 * it knows no run, no store and no device.
 */
@NullMarked
package dev.evokernel.importance;

import org.jspecify.annotations.NullMarked;

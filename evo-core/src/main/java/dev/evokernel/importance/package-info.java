/**
 * Importance of parameters, from the outcomes of a run: shares of the variance over the valid
 * configurations, effects of single values, the strongest pairs, and the remaining gain.
 *
 * <p>It computes on the {@linkplain dev.evokernel.surrogate.ResponseSurface response surface} and
 * depends on no run, store or device.
 */
@NullMarked
package dev.evokernel.importance;

import org.jspecify.annotations.NullMarked;

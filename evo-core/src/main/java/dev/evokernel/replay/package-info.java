/**
 * Search spaces that others described or recorded, in the formats of the auto-tuning community, as
 * evo sees them.
 *
 * <p>A {@link dev.evokernel.replay.RecordedResults} is a device without a device: a configuration
 * costs what it cost when it was recorded, failures included.
 */
@NullMarked
package dev.evokernel.replay;

import org.jspecify.annotations.NullMarked;

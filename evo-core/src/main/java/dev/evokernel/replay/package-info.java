/**
 * Search spaces recorded by other tuners, in the formats of the auto-tuning community.
 *
 * <p>A {@link dev.evokernel.replay.RecordedResults} replaces a device: each configuration costs
 * what it cost when it was recorded, failures included.
 */
@NullMarked
package dev.evokernel.replay;

import org.jspecify.annotations.NullMarked;

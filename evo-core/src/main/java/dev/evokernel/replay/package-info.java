/**
 * Search spaces that others described or recorded, in the formats of the auto-tuning community, as
 * evo sees them.
 */
@NullMarked
package dev.evokernel.replay;

import org.jspecify.annotations.NullMarked;

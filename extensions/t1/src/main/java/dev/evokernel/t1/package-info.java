/**
 * Search spaces of T1 files, the auto-tuning community's descriptions: names, and Python
 * expressions that are translated to evo's.
 */
@NullMarked
package dev.evokernel.t1;

import org.jspecify.annotations.NullMarked;

/**
 * The end of a run: selection of the finalists, interleaved measurement with the default, and the
 * decision with its confidence intervals.
 */
@NullMarked
package dev.evokernel.finals;

import org.jspecify.annotations.NullMarked;

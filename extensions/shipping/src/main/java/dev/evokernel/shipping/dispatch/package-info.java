/**
 * Dispatch among the configurations of a run: measurement on drawn shapes, and its report.
 */
@NullMarked
package dev.evokernel.shipping.dispatch;

import org.jspecify.annotations.NullMarked;

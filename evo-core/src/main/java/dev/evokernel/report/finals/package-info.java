/**
 * The result of a run: {@link dev.evokernel.report.finals.Conclusion}, its baselines, portfolio
 * and front, and the facts behind them.
 */
@NullMarked
package dev.evokernel.report.finals;

import org.jspecify.annotations.NullMarked;

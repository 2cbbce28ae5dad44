/**
 * How good evo's answers are. Nothing is in this package itself; its two halves are independent of
 * each other but for the recorded spaces, on which {@code study} compares seeding too. {@code
 * bench.chaos} strikes a fleet that works on a kernel of {@code study}.
 *
 * <p>The order of reading:
 *
 * <ol>
 *   <li>{@code bench.score}, the search on spaces that were recorded before, without a device:
 *       {@link dev.evokernel.bench.score.RecordedSpace}, a {@link
 *       dev.evokernel.bench.score.Strategy} on it, the {@link dev.evokernel.bench.score.Trace} that
 *       it leaves, the {@link dev.evokernel.bench.score.Yardstick} and the {@link
 *       dev.evokernel.bench.score.Scores} by it, and the {@link
 *       dev.evokernel.bench.score.Tournament} of all strategies on all spaces.
 *   <li>{@code bench.study}, measurements of evo itself on a device: {@link
 *       dev.evokernel.bench.study.Throughput} of a search, {@link
 *       dev.evokernel.bench.study.Disturbance} of timings by compilers, the cost of {@link
 *       dev.evokernel.bench.study.SamplingStudy sampling}, how often the regression gate errs
 *       ({@link dev.evokernel.bench.study.RegressionGateTrials}), how much chance there is in a
 *       winner ({@link dev.evokernel.bench.study.Stability}), and what initial configurations are
 *       worth ({@link dev.evokernel.bench.study.SeedingTrials}).
 * </ol>
 *
 * <p>Each study is a class that measures and returns a result, and a report of the result beside
 * it.
 */
@NullMarked
package dev.evokernel.bench;

import org.jspecify.annotations.NullMarked;

/**
 * Measurements of evo itself. The package has no types of its own. {@code score} and {@code study}
 * are independent of each other, except that {@code study} compares seeding on the recorded spaces
 * of {@code score}. {@code chaos} injects faults into a fleet that tunes a kernel of {@code study}.
 *
 * <p>The order of reading:
 *
 * <ol>
 *   <li>{@code bench.score}, the search on recorded spaces, without a device: {@link
 *       dev.evokernel.bench.score.RecordedSpace}, a {@link dev.evokernel.bench.score.Strategy} on
 *       it, its {@link dev.evokernel.bench.score.Trace}, the {@link
 *       dev.evokernel.bench.score.Yardstick} and the {@link dev.evokernel.bench.score.Scores}
 *       relative to it, and the {@link dev.evokernel.bench.score.Tournament} of all strategies on
 *       all spaces.
 *   <li>{@code bench.study}, measurements on a device: {@link dev.evokernel.bench.study.Throughput}
 *       of a search, {@link dev.evokernel.bench.study.Disturbance} of timings by compilers, cost of
 *       {@link dev.evokernel.bench.study.SamplingStudy sampling}, error rate of the regression gate
 *       ({@link dev.evokernel.bench.study.RegressionGateTrials}), influence of chance on a winner
 *       ({@link dev.evokernel.bench.study.Stability}), and value of initial configurations ({@link
 *       dev.evokernel.bench.study.SeedingTrials}).
 * </ol>
 *
 * <p>Each study is a class that measures and returns a result, with a report of the result.
 */
@NullMarked
package dev.evokernel.bench;

import org.jspecify.annotations.NullMarked;

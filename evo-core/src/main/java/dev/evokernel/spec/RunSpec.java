package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeFuzz;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Commit;
import dev.evokernel.worker.Examination;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Everything that one run is to do.
 *
 * @param runId names the run and its folder under {@code results}
 * @param kernel read from the run's own copy of the kernel, so that editing the original cannot mix
 *     two kernels in one run
 * @param origin the kernel's folder as the job names it
 * @param sourceHash of the kernel's files
 * @param shapes those of the kernel that the run is about, in its order; timed with the caches that
 *     {@code sampling} asks for, if it does
 * @param seeds for generation 0, after the default; each must be valid
 * @param gate how candidates are checked
 * @param drift how the device is watched meanwhile
 * @param compileLimit how long one compilation may take
 * @param deadline how long one evaluation may take
 * @param sampling how a candidate is timed; energy is measured whenever the objective asks for it
 * @param results the folder of the store and of all runs
 * @param job the text of the job, for the record
 * @param baselines names of the kernel's baselines that are timed beside the finalists
 * @param seeding what generation 0 is offered besides {@code seeds}
 */
public record RunSpec(
    String runId,
    Kernel kernel,
    Path origin,
    String sourceHash,
    List<Shape> shapes,
    Backend backend,
    DeviceIdentity device,
    Budget budget,
    SearchSettings search,
    List<InitialConfiguration> seeds,
    Objective objective,
    AcceptanceRule acceptance,
    VerificationSettings gate,
    DriftSettings drift,
    Duration compileLimit,
    Duration deadline,
    SamplingSettings sampling,
    Path results,
    String job,
    Optional<Commit> commit,
    String evoVersion,
    List<String> baselines,
    SeedingSpec seeding) {

  public RunSpec {
    shapes = shapes.stream().map(sampling::on).toList();
    seeds = List.copyOf(seeds);
    baselines = List.copyOf(baselines);
    sampling = sampling.withEnergy(sampling.sample().energy() || objective.asksFor(Metric.ENERGY));
  }

  /** One whose finals have no baselines, and whose generation 0 is offered nothing else. */
  public RunSpec(
      String runId,
      Kernel kernel,
      Path origin,
      String sourceHash,
      List<Shape> shapes,
      Backend backend,
      DeviceIdentity device,
      Budget budget,
      SearchSettings search,
      List<InitialConfiguration> seeds,
      Objective objective,
      AcceptanceRule acceptance,
      VerificationSettings gate,
      DriftSettings drift,
      Duration compileLimit,
      Duration deadline,
      SamplingSettings sampling,
      Path results,
      String job,
      Optional<Commit> commit,
      String evoVersion) {
    this(
        runId,
        kernel,
        origin,
        sourceHash,
        shapes,
        backend,
        device,
        budget,
        search,
        seeds,
        objective,
        acceptance,
        gate,
        drift,
        compileLimit,
        deadline,
        sampling,
        results,
        job,
        commit,
        evoVersion,
        List.of(),
        SeedingSpec.NONE);
  }

  /** The same run, offered other seeds. */
  public RunSpec seededWith(SeedingSpec other) {
    return new RunSpec(
        runId,
        kernel,
        origin,
        sourceHash,
        shapes,
        backend,
        device,
        budget,
        search,
        seeds,
        objective,
        acceptance,
        gate,
        drift,
        compileLimit,
        deadline,
        sampling,
        results,
        job,
        commit,
        evoVersion,
        baselines,
        other);
  }

  /** The same under another name and with another budget. */
  public RunSpec as(String otherId, Budget other) {
    return new RunSpec(
        otherId,
        kernel,
        origin,
        sourceHash,
        shapes,
        backend,
        device,
        other,
        search,
        seeds,
        objective,
        acceptance,
        gate,
        drift,
        compileLimit,
        deadline,
        sampling,
        results,
        job,
        commit,
        evoVersion,
        baselines,
        seeding);
  }

  /** The same search from another seed, with results of its own. */
  public RunSpec repeated(String otherId, long seed, Path otherResults) {
    return new RunSpec(
        otherId,
        kernel,
        origin,
        sourceHash,
        shapes,
        backend,
        device,
        budget,
        search.withSeed(seed),
        seeds,
        objective,
        acceptance,
        gate,
        drift,
        compileLimit,
        deadline,
        sampling,
        otherResults,
        job,
        commit,
        evoVersion,
        baselines,
        seeding);
  }

  /** Time for the search; what the finals and their baselines need is kept back. */
  public Duration searchWall() {
    return budget.wall().minus(budget.finalsReserve(baselines.size()));
  }

  /** What is asked of candidates that may lead. */
  public Examination examination() {
    return new Examination(new ShapeFuzz(kernel, shapes, stream("fuzz")).draw(gate.fuzz()), true);
  }

  /** A random stream of its own for each purpose, from the run's one seed. */
  public RandomGenerator stream(String purpose) {
    return RandomGeneratorFactory.of("L64X128MixRandom")
        .create(31 * search.seed() + purpose.hashCode());
  }

  /** The run's own folder. */
  public Path folder() {
    return results.resolve(runId);
  }

  /** Compiled candidates of all runs, by content. */
  public Path cache() {
    return results.resolve("cache");
  }
}

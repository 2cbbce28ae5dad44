package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeFuzz;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.worker.Examination;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * The description of one run.
 *
 * @param id names the run and its folder under {@link Origin#results}
 * @param problem its shapes are timed with the cache state that {@code evaluation} sets, where it
 *     sets one
 */
public record RunSpec(
    String id,
    Problem problem,
    Platform platform,
    SearchSpec search,
    EvaluationSpec evaluation,
    Acceptance acceptance,
    Origin origin) {

  public RunSpec {
    problem =
        new Problem(
            problem.kernel(),
            problem.shapes().stream().map(evaluation.sampling()::on).toList(),
            problem.objective());
    evaluation = problem.objective().asksFor(Metric.ENERGY) ? evaluation.withEnergy() : evaluation;
  }

  public Kernel kernel() {
    return problem.kernel();
  }

  public List<Shape> shapes() {
    return problem.shapes();
  }

  public Objective objective() {
    return problem.objective();
  }

  public Backend backend() {
    return platform.backend();
  }

  public DeviceIdentity device() {
    return platform.device();
  }

  /** All on which candidates are measured; at least one. */
  public List<DeviceIdentity> devices() {
    return platform.devices();
  }

  public Budget budget() {
    return search.budget();
  }

  /** The same run with another id and search. */
  public RunSpec as(String otherId, SearchSpec other) {
    return new RunSpec(otherId, problem, platform, other, evaluation, acceptance, origin);
  }

  /** The same search from another random seed, with a results folder of its own. */
  public RunSpec repeated(String otherId, long seed, Path results) {
    return new RunSpec(
        otherId,
        problem,
        platform,
        search.withRandomSeed(seed),
        evaluation,
        acceptance,
        origin.into(results));
  }

  /**
   * What a candidate is verified on before it may become the best: special inputs and fuzzed
   * shapes.
   */
  public Examination examination() {
    var fuzz = new ShapeFuzz(kernel(), shapes(), stream("fuzz"));
    return new Examination(fuzz.draw(evaluation.verification().fuzz()), true);
  }

  /** A random stream of its own for each purpose, from the run's one random seed. */
  public RandomGenerator stream(String purpose) {
    return RandomGeneratorFactory.of("L64X128MixRandom")
        .create(31 * search.settings().seed() + purpose.hashCode());
  }

  /** The run's own folder. */
  public Path folder() {
    return origin.results().resolve(id);
  }

  /** Compiled candidates of all runs, by content. */
  public Path cache() {
    return origin.results().resolve("cache");
  }
}

package dev.evokernel.spec;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Prior;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Budget;
import dev.evokernel.store.Provenance.Commit;
import dev.evokernel.text.Launcher;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.Examination;

/**
 * Description of one run.
 *
 * @param id names the run and its folder under {@link Origin#results}
 * @param kernel read from the run's own copy, so that edits of the original do not affect the run
 * @param shapes to optimise for, in the kernel's order, each with the cache state at its timed
 *     launches: that of {@code evaluation}, if set
 * @param devices of one model, at least one; the first represents all
 * @param isReplay whether recorded results stand for the device. They return the same times at
 *     every query, and need no drift checks, recovery checks and faster-than-hardware check
 */
public record RunSpec(
    String id,
    Kernel kernel,
    List<Shape> shapes,
    Objective objective,
    Backend backend,
    List<DeviceIdentity> devices,
    boolean isReplay,
    SearchSpec search,
    EvaluationSpec evaluation,
    Acceptance acceptance,
    Origin origin) {

  public RunSpec {
    if (devices.isEmpty()) {
      throw new IllegalArgumentException("A run needs a device.");
    }
    devices = List.copyOf(devices);
    shapes = shapes.stream().map(evaluation.sampling()::on).toList();
    evaluation = objective.asksFor(Metric.ENERGY) ? evaluation.withEnergy() : evaluation;
  }

  /** Launch of the run's workers on this machine, as its load asks for. */
  public LaunchSpec launch(LaunchSpec usual) throws InterruptedException {
    return MachineLoad.adapted(usual, backend());
  }

  public DeviceIdentity device() {
    return devices.getFirst();
  }

  public Budget budget() {
    return search.budget();
  }

  /** Special inputs and fuzzed shapes that verify a candidate before it may become the best. */
  public Examination examination() {
    var fuzz = new ShapeFuzz(kernel(), shapes(), stream("fuzz"));
    return new Examination(fuzz.draw(evaluation.verification().fuzz()), true);
  }

  /** Random stream for one purpose, derived from the run's random seed. */
  public RandomGenerator stream(String purpose) {
    return RandomGeneratorFactory.of("L64X128MixRandom")
        .create(31 * search.settings().seed() + purpose.hashCode());
  }

  public Path folder() {
    return origin.results().resolve(id);
  }

  /** Folder of compiled candidates of all runs, by content. */
  public Path cache() {
    return origin.results().resolve("cache");
  }

  /** A command on this run, ready to paste. */
  public String command(String words, String rest) {
    return Launcher.command(
        words + " " + Printable.word(id) + rest + Launcher.results(origin.results()));
  }

  /** Acceptance settings of the finals. */
  public record Acceptance(AcceptanceRule rule, List<String> baselines, int rounds, int processes) {

    public static final Acceptance DEFAULT =
        new Acceptance(
            AcceptanceRule.DEFAULT, List.of(), FinalsSettings.ROUNDS, FinalsSettings.PROCESSES);

    public Acceptance {
      baselines = List.copyOf(baselines);
    }
  }

  /** Settings, start and budget of a search. */
  public record SearchSpec(
      SearchSettings settings,
      Budget budget,
      List<InitialConfiguration> initial,
      SeedingSpec seeding,
      Optional<PortfolioSettings> portfolio) {

    public SearchSpec {
      initial = List.copyOf(initial);
    }

    /** Creates a search for a champion that starts from the default only. */
    public SearchSpec(SearchSettings settings, Budget budget) {
      this(settings, budget, List.of(), SeedingSpec.NONE, Optional.empty());
    }
  }

  /**
   * Sources of initial configurations besides the default and hand-written ones.
   *
   * @param suggestions configurations from runs, microbenchmarks and recordings, in this order;
   *     each is fitted into the search space or left out
   * @param hardware number of configurations derived from the device's limits; 0 for none
   * @param priors largest number of the leaderboard's best on the nearest shapes and devices; 0 for
   *     none
   */
  public record SeedingSpec(
      List<InitialConfiguration> suggestions, List<Prior> known, int hardware, int priors) {

    public static final SeedingSpec NONE = new SeedingSpec(List.of(), List.of(), 0, 0);

    public SeedingSpec {
      suggestions = List.copyOf(suggestions);
      known = List.copyOf(known);
    }
  }

  /**
   * Source and destination of a run; neither affects its result.
   *
   * @param folder the kernel's folder as the job names it
   * @param commit of the working tree around {@code folder}; empty outside one
   * @param fleet id of the run that began first among the runs that share a fleet; empty for that
   *     run and for a run without a fleet
   */
  public record Origin(
      Path folder,
      String sourceHash,
      Path results,
      String job,
      Optional<Commit> commit,
      String evoVersion,
      Optional<String> fleet) {}
}

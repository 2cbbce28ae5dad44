package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fixture.Altered;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.TuningRun;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.simulation.SimulatedWorkers;
import dev.evokernel.spec.EvaluationSpec.Timeouts;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.EvoVersion;
import dev.evokernel.workers.RunWorkers;

/**
 * Runs on a simulated kernel: on hosts behind launch lines, or on one device of this process.
 *
 * @param timeouts replace the run's; small ones show what a worker can do to a run
 */
record LaunchedRun(Path folder, int evaluations, int hosts, Optional<Duration> timeouts) {

  private static final long SEED = 42;

  SimulatedRun simulated() {
    return StandInHost.run(folder, SEED, hosts);
  }

  RunSpec spec() throws IOException {
    RunSpec spec = simulated().spec(evaluations);
    return timeouts.isEmpty()
        ? spec
        : Altered.of(
            spec,
            "evaluation",
            Altered.of(
                spec.evaluation(), "timeouts", new Timeouts(timeouts.get(), timeouts.get())));
  }

  /**
   * Begins or resumes the run on launch lines.
   *
   * @param store of the results folder
   * @param news takes what the fleet says
   */
  RunHistory on(
      List<FleetSection.LaunchLine> lines,
      ResultStore store,
      Consumer<String> news,
      RunListener listener)
      throws IOException, InterruptedException {
    RunSpec spec = spec();
    try (Fleet fleet = Fleet.start(lines, EvoVersion.text(), folder.resolve("lines"), news)) {
      return run(
          spec,
          store,
          listener,
          _ -> FleetWorkers.start(spec, fleet, fleet.first("a device", _ -> true)));
    }
  }

  /**
   * Holds the run on a device of this process, which is never lost.
   *
   * @param quarantined configurations to reject unseen, as in a run with faults
   */
  RunHistory alone(ResultStore store, Set<Configuration> quarantined)
      throws IOException, InterruptedException {
    var workers =
        new SimulatedWorkers(simulated(), Duration.ZERO) {
          @Override
          public Compilation compile(Configuration configuration) {
            return quarantined.contains(configuration)
                ? new Compilation.Failed("Quarantined in the run with faults.", false)
                : super.compile(configuration);
          }
        };
    return run(spec(), store, new RunListener() {}, _ -> workers);
  }

  private static RunHistory run(
      RunSpec spec, ResultStore store, RunListener listener, RunWorkers.Start workers)
      throws InterruptedException {
    Optional<RunHistory> earlier =
        store.has(spec.id()) ? Optional.of(store.resume(spec.id(), "")) : Optional.empty();
    return new TuningRun(
            spec,
            store,
            RunEnvironment.simulated(spec, InstantSource.system(), System::nanoTime, workers))
        .run(earlier, listener);
  }
}

package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.simulation.SimulatedWorkers;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;

/** Workers of the undisturbed run: one device, in this process. */
final class ChaosReference extends SimulatedWorkers {

  private final Set<Configuration> quarantined;

  /**
   * @param quarantined configurations to reject unseen, as in the run with faults
   */
  private ChaosReference(SimulatedRun run, Set<Configuration> quarantined) {
    super(run, Duration.ZERO);
    this.quarantined = quarantined;
  }

  /** Runs the whole search with the same random seed, budget and number in flight. */
  static RunHistory run(ChaosFolder folder, ChaosSettings settings, Set<Configuration> quarantined)
      throws IOException, InterruptedException {
    SimulatedRun simulated = settings.run(folder.reference());
    RunSpec spec = simulated.spec(settings.evaluations());
    try (ResultStore store = ResultStore.inMemory(folder.reference())) {
      var run =
          new TuningRun(
              spec,
              store,
              RunEnvironment.simulated(
                  spec,
                  InstantSource.system(),
                  System::nanoTime,
                  _ -> new ChaosReference(simulated, quarantined)));
      return ChaosComparison.detached(run.run(Optional.empty(), new RunListener() {}));
    }
  }

  @Override
  public Compilation compile(Configuration configuration) {
    return quarantined.contains(configuration)
        ? new Compilation.Failed("Quarantined in the run with faults.", false)
        : super.compile(configuration);
  }
}

package dev.evokernel.bench.chaos;

import dev.evokernel.backend.Compilation;
import dev.evokernel.bench.study.SimulatedRun;
import dev.evokernel.bench.study.SimulatedWorkers;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.TuningRun;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The workers of the run that is not struck: one device, in this process.
 *
 * @param quarantined configurations that are rejected unseen, as they were in the struck run
 */
record ChaosReference(SimulatedWorkers answers, Set<Configuration> quarantined)
    implements RunWorkers {

  /** The whole run, with the same random seed, budget and number in flight. */
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
                  () -> new ChaosReference(simulated.workers(), quarantined)));
      return ChaosComparison.detached(run.run(Optional.empty(), new RunListener() {}));
    }
  }

  @Override
  public SearchSpace space() {
    return answers.space();
  }

  @Override
  public String compilerVersion() {
    return answers.compilerVersion();
  }

  @Override
  public int compilerCount() {
    return answers.compilerCount();
  }

  @Override
  public Compilation compile(Configuration configuration) {
    return quarantined.contains(configuration)
        ? new Compilation.Failed("Quarantined in the struck run.", false)
        : answers.compile(configuration);
  }

  @Override
  public List<RunDevice> devices() {
    return answers.devices();
  }

  @Override
  public void close() {}
}

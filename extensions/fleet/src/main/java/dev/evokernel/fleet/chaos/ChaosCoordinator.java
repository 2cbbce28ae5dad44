package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.fleet.coordinator.Coordinator;
import dev.evokernel.fleet.coordinator.FleetWorkers;
import dev.evokernel.fleet.tls.TlsFolder;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.replay.simulated.SimulatedRun;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.Progress;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.tuning.device.EvoVersion;
import dev.evokernel.workers.RunWorkers;

/** Coordinator of a fault-injection run, in its own process. Starts the run, or resumes it. */
final class ChaosCoordinator {

  /** Prefix of an output line with the number of completed evaluations. */
  static final String EVALUATED = "evaluated ";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private ChaosCoordinator() {}

  /**
   * Runs until the run ends.
   *
   * @param named folder shared by all processes
   * @param port on which the coordinator listens
   * @param out receives a line for each evaluation
   * @param news receives all other lines
   */
  static void run(Path named, int port, Consumer<String> out, Consumer<String> news)
      throws InterruptedException, IOException {
    var folder = new ChaosFolder(named);
    ChaosSettings settings = ChaosPlan.read(folder.plan()).settings();
    RunSpec spec = settings.run(folder.results()).spec(settings.evaluations());
    try (ResultStore store = ResultStore.open(folder.database());
        Coordinator coordinator =
            Coordinator.start(fleet(folder, settings, port), EvoVersion.text(), news)) {
      Optional<RunHistory> earlier =
          store.has(SimulatedRun.ID)
              ? Optional.of(store.resume(SimulatedRun.ID, ""))
              : Optional.empty();
      RunEnvironment environment =
          RunEnvironment.simulated(
              spec, InstantSource.system(), System::nanoTime, _ -> workers(spec, coordinator));
      var _ = new TuningRun(spec, store, environment).run(earlier, listener(out, news));
    }
  }

  private static FleetSettings fleet(ChaosFolder folder, ChaosSettings settings, int port) {
    var address = new FleetAddress("127.0.0.1", port);
    return new FleetSettings(
        address,
        Optional.of(TlsFolder.coordinator(folder.certificates(), address, Instant.now())),
        Duration.ofMillis(settings.lostMillis()),
        PATIENCE);
  }

  private static RunWorkers workers(RunSpec spec, Coordinator coordinator)
      throws InterruptedException {
    return FleetWorkers.start(spec, coordinator, coordinator.first("a device", _ -> true));
  }

  private static RunListener listener(Consumer<String> out, Consumer<String> news) {
    return new RunListener() {
      @Override
      public void began(String activity) {
        news.accept(activity);
      }

      @Override
      public void evaluated(Evaluation evaluation, Progress progress) {
        out.accept(EVALUATED + progress.evaluations());
      }
    };
  }
}

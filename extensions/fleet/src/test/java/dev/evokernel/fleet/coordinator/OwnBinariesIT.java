package dev.evokernel.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.worker.SimulatedHost;
import dev.evokernel.fleet.worker.WorkerSettings;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.simulation.SimulatedBackend;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on two hosts whose compilers never make equal bytes. */
final class OwnBinariesIT {

  private static final int EVALUATIONS = 120;
  private static final int HOSTS = 2;

  @TempDir Path folder;
  private final AtomicInteger compilations = new AtomicInteger();
  private final List<String> evaluated = new CopyOnWriteArrayList<>();
  private final List<String> foreign = new CopyOnWriteArrayList<>();

  private final class Host extends SimulatedHost {

    private final int number;
    private final Set<String> made = ConcurrentHashMap.newKeySet();

    Host(int number, SimulatedRun run) {
      super(run, List.of(SimulatedBackend.device(0)), Duration.ofMillis(20));
      this.number = number;
    }

    @Override
    public Compilation compile(Configuration configuration) {
      compilations.incrementAndGet();
      String program = number + new String(program(configuration), StandardCharsets.UTF_8);
      String digest = Sha256.of(program.getBytes(StandardCharsets.UTF_8));
      made.add(digest);
      return new Compilation.Compiled(new Binary(Path.of("/host", digest), digest, 1));
    }

    @Override
    protected Evaluated evaluated(EvaluationRequest request) throws InterruptedException {
      String digest = request.binary().digest();
      (made.contains(digest) ? evaluated : foreign).add(digest);
      return super.evaluated(request);
    }
  }

  private void work(int number, FleetAddress coordinator) {
    Path own = folder.resolve("host-" + number);
    var settings =
        new WorkerSettings(
            coordinator, Optional.empty(), Optional.empty(), own, "host-" + number, false);
    var host = new Host(number, new SimulatedRun(1, 5, 8, false, 42, own));
    try (var worker = host.worker(settings, "1.0", _ -> {})) {
      worker.runOnce();
    }
  }

  @Test
  void run_onTwoHosts_evaluatesOnEachWhatItCompiledAndCompilesLittleTwice()
      throws IOException, InterruptedException {
    RunSpec spec = new SimulatedRun(1, 5, 8, false, 42, folder.resolve("run")).spec(EVALUATIONS);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        ResultStore store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME));
        Coordinator coordinator =
            Coordinator.start(
                new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()),
                "1.0",
                _ -> {})) {
      for (int i = 0; i < HOSTS; i++) {
        int number = i;
        threads.execute(() -> work(number, coordinator.address()));
      }
      RunEnvironment environment =
          RunEnvironment.simulated(
              spec,
              InstantSource.system(),
              System::nanoTime,
              _ -> FleetWorkers.start(spec, coordinator, coordinator.first("one", _ -> true)));
      var _ = new TuningRun(spec, store, environment).run(Optional.empty(), new RunListener() {});
      assertThat(store.history(spec.id()).candidates()).hasSize(EVALUATIONS);
    }
    assertThat(foreign).as("binaries of another host").isEmpty();
    assertThat(compilations.get()).isLessThan(2 * evaluated.size());
  }
}

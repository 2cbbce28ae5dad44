package dev.evokernel.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fleet.ForgedWorker;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.fleet.worker.SimulatedHost;
import dev.evokernel.fleet.worker.WorkerSettings;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.simulation.SimulatedBackend;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run on an honest host, beside a worker that forges binaries and then stops answering. */
final class ForgedRunIT {

  private static final int EVALUATIONS = 24;
  private static final String FORGED_BINARY = "f".repeat(64);

  @TempDir Path folder;
  private final List<String> news = new CopyOnWriteArrayList<>();
  private final Set<String> evaluated = ConcurrentHashMap.newKeySet();
  private final AtomicInteger forgeries = new AtomicInteger();

  /** A host that notes which binaries it was told to run. */
  private final class Witness extends SimulatedHost {
    Witness(SimulatedRun run) {
      super(run, List.of(SimulatedBackend.device(0)), Duration.ofMillis(5));
    }

    @Override
    protected Evaluated evaluated(EvaluationRequest request) throws InterruptedException {
      evaluated.add(request.binary().digest());
      return super.evaluated(request);
    }
  }

  private RunSpec spec() throws IOException {
    RunSpec usual = new SimulatedRun(1, 5, 6, false, 42, folder.resolve("run")).spec(EVALUATIONS);
    EvaluationSpec evaluation = usual.evaluation();
    return new RunSpec(
        usual.id(),
        usual.kernel(),
        usual.shapes(),
        usual.objective(),
        usual.backend(),
        usual.devices(),
        usual.isReplay(),
        usual.search(),
        new EvaluationSpec(
            evaluation.verification(),
            evaluation.sampling(),
            evaluation.drift(),
            new Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(1))),
        usual.acceptance(),
        usual.origin());
  }

  /** Joins first, compiles what runs elsewhere, never evaluates, and always looks alive. */
  private void forge(FleetAddress coordinator, CountDownLatch joined) {
    var device =
        new OfferedDevice(
            new SimulatedBackend().name(), SimulatedBackend.device(1), Optional.empty(), 50);
    try (ForgedWorker forged = ForgedWorker.connect(coordinator, "a".repeat(20))) {
      forged.send(new ToCoordinator.Join("p", "forged", List.of(device)));
      joined.countDown();
      while (true) {
        Optional<ToWorker> next = forged.next(Duration.ofMillis(500));
        if (next.isEmpty()) {
          forged.send(new ToCoordinator.Alive());
        } else if (next.get() instanceof ToWorker.OpenProblem(var problem, _)) {
          forged.opened(problem, device);
        } else if (next.get() instanceof ToWorker.DoJob(String id, _, FleetJob.CompileThere _)) {
          forgeries.incrementAndGet();
          var binary = new Binary(Path.of("/tmp/forged.so"), FORGED_BINARY, 1);
          forged.send(
              new ToCoordinator.JobDone(
                  id, new FleetResult.CompiledThere(new Compilation.Compiled(binary))));
        }
      }
    } catch (FleetConnectionException e) {
      joined.countDown(); // The run has ended.
    }
  }

  private void work(FleetAddress coordinator) {
    var settings =
        new WorkerSettings(
            coordinator,
            Optional.empty(),
            Optional.empty(),
            folder.resolve("worker"),
            "honest",
            false);
    var devices = new Witness(new SimulatedRun(1, 5, 6, false, 42, folder.resolve("host")));
    try (var worker = devices.worker(settings, "1.0", _ -> {})) {
      worker.runOnce();
    }
  }

  @Test
  void run_besideAWorkerThatForges_endsWithTheResultsOfTheHonestHostAlone()
      throws IOException, InterruptedException {
    RunSpec spec = spec();
    RunHistory history;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        ResultStore store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME));
        Coordinator coordinator =
            Coordinator.start(
                new FleetSettings(
                    new FleetAddress("127.0.0.1", 0),
                    Optional.empty(),
                    Duration.ofSeconds(8),
                    Duration.ofMinutes(3)),
                "1.0",
                news::add)) {
      var joined = new CountDownLatch(1);
      threads.execute(() -> forge(coordinator.address(), joined));
      joined.await();
      threads.execute(() -> work(coordinator.address()));
      RunEnvironment environment =
          RunEnvironment.simulated(
              spec,
              InstantSource.system(),
              System::nanoTime,
              _ -> FleetWorkers.start(spec, coordinator, coordinator.first("one", _ -> true)));
      var _ = new TuningRun(spec, store, environment).run(Optional.empty(), new RunListener() {});
      history = store.history(spec.id());
    }
    assertThat(forgeries).as("compilations that the forger took").hasPositiveValue();
    assertThat(history.candidates()).hasSize(EVALUATIONS);
    int honest =
        history.devices().stream()
            .filter(device -> device.host().equals("honest"))
            .findFirst()
            .orElseThrow()
            .number();
    assertThat(history.candidates())
        .allSatisfy(
            candidate ->
                assertThat(candidate.evaluation().orElseThrow().device()).isEqualTo(honest));
    assertThat(history.finals()).isPresent();
    assertThat(evaluated).isNotEmpty().doesNotContain(FORGED_BINARY);
    assertThat(news)
        .filteredOn(line -> line.contains("'forged' did not end an evaluation"))
        .hasSize(1);
  }
}

package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.value.Value;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.fleet.TcpRelay;
import dev.evokernel.fleet.coordinator.Coordinator;
import dev.evokernel.fleet.coordinator.FleetWorkers;
import dev.evokernel.fleet.worker.FleetWorker;
import dev.evokernel.fleet.worker.WorkerSettings;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.spec.Acceptance;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Origin;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SearchSpec;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.RunDevice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker with a device of this machine, and a network that is cut while it evaluates. */
final class NetworkCutIT {

  /** Of a host that must not be lost, on a machine as busy as may be. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** How long the evaluation takes that never ends by itself: longer than a heartbeat. */
  private static final Duration LONG = FleetSettings.HEARTBEAT.plusSeconds(1);

  @TempDir Path folder;
  private Path home = Path.of("");
  private final List<String> news = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Coordinator coordinator;
  private TcpRelay network;
  private FleetWorker worker;
  private FleetWorkers workers;
  private Configuration endless;
  private Binary binary;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    start(PATIENCE);
  }

  private void start(Duration lostAfter) throws IOException, InterruptedException {
    home = Files.createTempDirectory(folder, "fleet");
    news.clear();
    coordinator =
        Coordinator.start(
            new FleetSettings(
                new FleetAddress("127.0.0.1", 0), Optional.empty(), lostAfter, PATIENCE),
            "1.0",
            news::add);
    network = new TcpRelay(coordinator.address().port());
    var cpu = Backend.named("cpu");
    worker =
        new FleetWorker(
            new WorkerSettings(
                new FleetAddress("127.0.0.1", network.port()),
                Optional.empty(),
                Optional.of(FleetSecret.file(coordinator.address().port())),
                home.resolve("worker"),
                "node7",
                false),
            List.of(OfferedDevice.of(cpu, cpu.devices().getFirst(), 1)),
            "1.0",
            _ -> {});
    threads.execute(worker::run);
    OfferedDevice model = coordinator.first("a CPU", _ -> true);
    RunSpec spec = spec(model);
    endless = spec.kernel().defaultConfiguration();
    endless = endless.with("PASSES", Value.of(1L)).with("WAY", Value.of("endless"));
    workers = FleetWorkers.start(spec, coordinator, model);
    binary = ((Compilation.Compiled) workers.compile(endless)).binary();
  }

  private RunSpec spec(OfferedDevice model) throws IOException {
    Kernel kernel =
        KernelReader.read(Saxpy.copyTo(home.resolve("results/run-1/kernel/saxpy")), "cpu");
    return new RunSpec(
        "run-1",
        kernel,
        kernel.shapes(),
        Objective.DEFAULT,
        Backend.named("cpu"),
        List.of(model.identity()),
        false,
        new SearchSpec(SearchSettings.DEFAULT, Budget.DEFAULT),
        new EvaluationSpec(
            new VerificationSettings(1, 0, VerificationSettings.Sanitizing.NEVER),
            SamplingSettings.DEFAULT,
            DriftSettings.OFF,
            new Timeouts(PATIENCE, LONG)),
        Acceptance.DEFAULT,
        new Origin(
            kernel.file(),
            "hash",
            home.resolve("results"),
            "",
            Optional.empty(),
            "1.0",
            Optional.empty()));
  }

  @AfterEach
  void end() throws IOException {
    stop();
    threads.shutdownNow();
  }

  private void stop() throws IOException {
    worker.stop();
    network.close();
    coordinator.close();
    worker.close();
  }

  /** Begins the evaluation that takes long; returns when the worker has it. */
  private Future<Evaluated> begun(RunDevice device) throws InterruptedException {
    device.ready();
    long before = network.toWorkers();
    Future<Evaluated> evaluation =
        threads.submit(() -> device.evaluate(EvaluationRequest.of(endless, binary).within(LONG)));
    network.await(before + 300); // The job, and not an answer of the broker alone.
    return evaluation;
  }

  private List<ToCoordinator.KeptEvaluation> outbox() {
    return new Outbox(home.resolve("worker/outbox")).all();
  }

  private static void until(BooleanSupplier condition) throws InterruptedException {
    var never = new CountDownLatch(1);
    while (!condition.getAsBoolean()) {
      assertThat(never.await(20, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  /** What the worker kept, as soon as it has. */
  private ToCoordinator.KeptEvaluation kept() throws InterruptedException {
    until(() -> !outbox().isEmpty());
    return outbox().getFirst();
  }

  @Test
  void cut_longerThanAHeartbeat_losesNothing() throws InterruptedException, ExecutionException {
    Future<Evaluated> evaluation = begun(workers.primary());

    network.hold();
    ToCoordinator.KeptEvaluation kept = kept();
    assertThat(evaluation.isDone()).isFalse();
    network.goOn();

    assertThat(evaluation.get()).isEqualTo(kept.evaluated());
    assertThat(news).noneMatch(line -> line.contains("lost"));
    assertThat(workers.primary().ready()).as("the worker goes on").isPositive();
  }

  @Test
  void cut_thatBreaksTheConnection_losesNothing()
      throws IOException, InterruptedException, ExecutionException {
    Future<Evaluated> evaluation = begun(workers.primary());

    network.breakAll();

    assertThat(evaluation.get()).isEqualTo(kept().evaluated());
    assertThat(news).noneMatch(line -> line.contains("lost"));
  }

  @Test
  @Tag("nightly")
  void cut_longerThanLostAfter_bringsTheHostBackWithWhatItHadFinished()
      throws IOException, InterruptedException {
    stop();
    start(Duration.ofSeconds(5));
    Future<Evaluated> evaluation = begun(workers.primary());

    network.hold();
    assertThatThrownBy(evaluation::get)
        .hasCauseInstanceOf(DeviceLostException.class)
        .hasMessageContaining("Host 'node7' was lost: it was silent for 5 s.");
    assertThat(news).anyMatch(line -> line.contains("The run has no host left"));
    ToCoordinator.KeptEvaluation kept = kept();
    network.goOn();

    RunDevice again = workers.awaitDevice().orElseThrow();
    assertThat(again.evaluate(EvaluationRequest.of(endless, binary).within(LONG)))
        .as("taken, not evaluated again")
        .isEqualTo(kept.evaluated());
    assertThat(outbox()).containsExactly(kept);
    again.evaluate(EvaluationRequest.of(endless, binary).within(LONG));
    assertThat(outbox()).as("settled, and another").hasSize(1).doesNotContain(kept);
  }
}

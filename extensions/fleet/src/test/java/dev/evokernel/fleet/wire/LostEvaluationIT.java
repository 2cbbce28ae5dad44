package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.fleet.coordinator.Coordinator;
import dev.evokernel.fleet.coordinator.FleetCompilers;
import dev.evokernel.fleet.coordinator.HostLostException;
import dev.evokernel.fleet.coordinator.KeptEvaluations;
import dev.evokernel.fleet.coordinator.OpenRun;
import dev.evokernel.fleet.coordinator.RemoteDevice;
import dev.evokernel.fleet.coordinator.Unsettled;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of evaluations whose host was lost meanwhile; workers are written by hand here. */
final class LostEvaluationIT {

  private static final String FIRST = "0123456789abcdef0123";
  private static final String SECOND = "aaaaaaaaaaaaaaaaaaaa";
  private static final Duration WITHIN = Duration.ofMinutes(3);
  private static final EvaluationRequest ASKED = FleetMessagesTest.EVALUATION;
  private static final Evaluated RESULT = FleetMessagesTest.EVALUATED;
  private static final OfferedDevice DEVICE =
      new OfferedDevice("cuda", new DeviceIdentity("cuda:0", "H200", "580"), Optional.empty(), 1);

  @TempDir Path folder;
  private final Coordinator coordinator =
      Coordinator.start(
          new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()), "1.0", _ -> {});
  private final SharedProblem problem = FleetMessagesTest.problem();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Unsettled> unsettled = new ArrayList<>();
  private final List<BrokerConnection> connections = new ArrayList<>();

  @BeforeEach
  void open() {
    coordinator.hosts().open(new OpenRun(problem, DEVICE, Map.of(), new ContentStore(folder)));
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    connections.forEach(BrokerConnection::close);
    coordinator.close();
  }

  /** A worker whose device has opened the problem. */
  private BrokerConnection worker(String user, String process) throws FleetConnectionException {
    BrokerConnection worker =
        BrokerConnection.to(coordinator.address(), Optional.empty(), user, "secret", "1.0");
    connections.add(worker);
    join(worker, user, process);
    return worker;
  }

  private void join(BrokerConnection worker, String name, String process)
      throws FleetConnectionException {
    send(worker, new ToCoordinator.Join(process, name, List.of(DEVICE)));
    next(worker, ToWorker.OpenProblem.class);
    var facts =
        new OpenedDevice(
            FleetMessagesTest.limits(),
            Peaks.UNKNOWN,
            "nvcc",
            Duration.ZERO,
            List.of(),
            Optional.empty());
    send(worker, new ToCoordinator.DeviceOpened(problem.digest(), "cuda:0", facts));
  }

  private static void send(BrokerConnection worker, ToCoordinator message)
      throws FleetConnectionException {
    worker.send(FleetQueues.COORDINATOR, FleetCodec.bytes(ToCoordinator.class, message));
  }

  private static <T extends ToWorker> T next(BrokerConnection worker, Class<T> kind)
      throws FleetConnectionException {
    return kind.cast(
        FleetCodec.read(ToWorker.class, worker.receive(WITHIN).orElseThrow().bytes()).message());
  }

  private Future<FleetResult> call() throws InterruptedException {
    RemoteDevice device = coordinator.hosts().take(DEVICE, WITHIN).orElseThrow();
    return threads.submit(
        () -> coordinator.call(device, new FleetJob.EvaluateThere(ASKED), _ -> {}, unsettled));
  }

  private ToCoordinator ended(String id) {
    return new ToCoordinator.KeptEvaluation(id, problem.run(), ASKED, RESULT);
  }

  /** Every message that was sent before has its effect when this returns. */
  private static void settled(BrokerConnection worker) throws FleetConnectionException {
    send(worker, new ToCoordinator.Wanted(List.of(FleetMessagesTest.DIGEST)));
    next(worker, ToWorker.ContentGone.class);
  }

  private static void isLost(Future<FleetResult> call) {
    assertThatThrownBy(call::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(HostLostException.class);
  }

  @Test
  void evaluation_thatEndedOnALostHost_isKeptForTheRunAndSettledThere()
      throws FleetConnectionException, InterruptedException {
    BrokerConnection worker = worker(FIRST, "p1");
    Future<FleetResult> call = call();
    String id = next(worker, ToWorker.DoJob.class).id();
    join(worker, FIRST, "p2");
    isLost(call);

    send(worker, ended(id));
    send(worker, ended(id)); // As with each connection.
    settled(worker);

    KeptEvaluations.Kept found = coordinator.kept().take(problem.run(), ASKED).orElseThrow();
    assertThat(found.evaluation().evaluated()).isEqualTo(RESULT);
    assertThat(coordinator.kept().take(problem.run(), ASKED)).as("once").isEmpty();
    coordinator.settle(List.of(found.settling()));
    assertThat(next(worker, ToWorker.Settled.class).jobs()).containsExactly(id);
  }

  @Test
  void evaluation_thatWasRepeatedMeanwhile_countsOnceAndIsSettledOnTheLostHost()
      throws FleetConnectionException, InterruptedException, ExecutionException {
    BrokerConnection lost = worker(FIRST, "p1");
    Future<FleetResult> call = call();
    String id = next(lost, ToWorker.DoJob.class).id();
    send(lost, new ToCoordinator.Leave());
    isLost(call);
    BrokerConnection other = worker(SECOND, "p2");
    Future<FleetResult> repeated = call();
    String again = next(other, ToWorker.DoJob.class).id();

    send(lost, ended(id));
    assertThat(next(lost, ToWorker.Settled.class).jobs()).containsExactly(id);
    Evaluated here = RESULT.losing(77);
    send(other, new ToCoordinator.KeptEvaluation(again, problem.run(), ASKED, here));

    assertThat(repeated.get()).isEqualTo(new FleetResult.EvaluatedThere(here));
    assertThat(unsettled).containsExactly(new Unsettled(FleetQueues.worker(SECOND), again));
    assertThat(coordinator.kept().take(problem.run(), ASKED)).isEmpty();
  }

  @Test
  void evaluation_thatIsSentTwice_countsOnce()
      throws FleetConnectionException, InterruptedException, ExecutionException {
    BrokerConnection worker = worker(FIRST, "p1");
    Future<FleetResult> call = call();
    String id = next(worker, ToWorker.DoJob.class).id();
    send(worker, ended(id));
    assertThat(call.get()).isEqualTo(new FleetResult.EvaluatedThere(RESULT));

    send(worker, ended(id));

    assertThat(next(worker, ToWorker.Settled.class).jobs()).containsExactly(id);
    assertThat(coordinator.kept().take(problem.run(), ASKED)).isEmpty();
  }

  @Test
  void evaluations_ofAnEarlierCoordinatorThatAreOnRecord_areSettled()
      throws FleetConnectionException {
    BrokerConnection worker = worker(FIRST, "p1");
    send(worker, ended("earlier/1"));
    settled(worker);

    coordinator.recorded(problem.run(), (one, _) -> one.equals(ASKED.configuration()));
    assertThat(next(worker, ToWorker.Settled.class).jobs()).containsExactly("earlier/1");

    send(worker, ended("earlier/2"));
    assertThat(next(worker, ToWorker.Settled.class).jobs()).containsExactly("earlier/2");
    assertThat(coordinator.kept().take(problem.run(), ASKED)).isEmpty();
  }

  @Test
  void evaluation_ofAnEarlierCoordinatorThatIsNotOnRecord_isKeptForTheRun()
      throws FleetConnectionException {
    BrokerConnection worker = worker(FIRST, "p1");
    coordinator.recorded(problem.run(), (_, _) -> false);
    send(worker, ended("earlier/1"));
    settled(worker);

    assertThat(coordinator.kept().take(problem.run(), ASKED)).isPresent();
  }

  @Test
  void compile_lostOnTwoHosts_isRejectedWithBothNamed()
      throws FleetConnectionException, InterruptedException, ExecutionException {
    var compilers = new FleetCompilers(coordinator, DEVICE, new ContentStore(folder));
    BrokerConnection first = worker(FIRST, "p1");
    var compiled = threads.submit(() -> compilers.compile(ASKED.configuration()));
    next(first, ToWorker.DoJob.class);
    send(first, new ToCoordinator.Leave());
    BrokerConnection second = worker(SECOND, "p2");
    next(second, ToWorker.DoJob.class);
    send(second, new ToCoordinator.Leave());

    assertThat(compiled.get().toString())
        .contains("2 hosts were lost", "Host '%s' left".formatted(FIRST))
        .contains("Host '%s' left".formatted(SECOND));
  }
}

package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fleet.ForgedWorker;
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

/** Results of evaluations whose host was lost meanwhile; workers are written by hand here. */
final class LostEvaluationIT {

  private static final String FIRST = "0123456789abcdef0123";
  private static final String SECOND = "aaaaaaaaaaaaaaaaaaaa";
  private static final Duration WITHIN = Duration.ofMinutes(3);
  private static final EvaluationRequest ASKED = FleetMessagesTest.EVALUATION;
  private static final Evaluated RESULT = FleetMessagesTest.EVALUATED;
  private static final OfferedDevice DEVICE =
      new OfferedDevice("cuda", new DeviceIdentity("cuda:0", "H200", "580"), Optional.empty(), 1);

  private final Coordinator coordinator =
      Coordinator.start(
          new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty()), "1.0", _ -> {});
  private final SharedProblem problem = FleetMessagesTest.problem();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Unsettled> unsettled = new ArrayList<>();
  private final List<ForgedWorker> workers = new ArrayList<>();

  @BeforeEach
  void open() {
    coordinator.hosts().open(new OpenRun(problem, DEVICE, Map.of(), WITHIN));
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    workers.forEach(ForgedWorker::close);
    coordinator.close();
  }

  /** A worker whose device has opened the problem. */
  private ForgedWorker worker(String user, String process) throws FleetConnectionException {
    ForgedWorker worker = ForgedWorker.connect(coordinator.address(), user);
    workers.add(worker);
    worker.join(user, process, DEVICE);
    return worker;
  }

  private Future<FleetResult> call() throws InterruptedException {
    RemoteDevice device = coordinator.hosts().take(DEVICE, WITHIN).orElseThrow();
    return threads.submit(
        () -> coordinator.call(device, new FleetJob.EvaluateThere(ASKED), _ -> {}, unsettled));
  }

  private ToCoordinator ended(String id) {
    return new ToCoordinator.KeptEvaluation(id, problem.run(), ASKED, RESULT);
  }

  private static void isLost(Future<FleetResult> call) {
    assertThatThrownBy(call::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(HostLostException.class);
  }

  @Test
  void evaluation_thatEndedOnALostHost_isKeptForTheRunAndSettledThere()
      throws FleetConnectionException, InterruptedException {
    ForgedWorker worker = worker(FIRST, "p1");
    Future<FleetResult> call = call();
    String id = worker.next(ToWorker.DoJob.class).id();
    worker.join(FIRST, "p2", DEVICE);
    isLost(call);

    worker.send(ended(id));
    worker.send(ended(id)); // As with each connection.
    worker.settled();

    KeptEvaluations.Kept found =
        coordinator.kept().take(worker.queue(), problem.run(), ASKED).orElseThrow();
    assertThat(found.evaluation().evaluated()).isEqualTo(RESULT);
    assertThat(coordinator.kept().take(worker.queue(), problem.run(), ASKED)).as("once").isEmpty();
    coordinator.settle(List.of(found.settling()));
    assertThat(worker.next(ToWorker.Settled.class).jobs()).containsExactly(id);
  }

  @Test
  void evaluation_thatWasRepeatedMeanwhile_countsOnceAndIsSettledOnTheLostHost()
      throws FleetConnectionException, InterruptedException, ExecutionException {
    ForgedWorker lost = worker(FIRST, "p1");
    Future<FleetResult> call = call();
    String id = lost.next(ToWorker.DoJob.class).id();
    lost.send(new ToCoordinator.Leave());
    isLost(call);
    ForgedWorker other = worker(SECOND, "p2");
    Future<FleetResult> repeated = call();
    String again = other.next(ToWorker.DoJob.class).id();

    lost.send(ended(id));
    assertThat(lost.next(ToWorker.Settled.class).jobs()).containsExactly(id);
    Evaluated here = RESULT.losing(77);
    other.send(new ToCoordinator.KeptEvaluation(again, problem.run(), ASKED, here));

    assertThat(repeated.get()).isEqualTo(new FleetResult.EvaluatedThere(here));
    assertThat(unsettled).containsExactly(new Unsettled(FleetQueues.worker(SECOND), again));
    assertThat(coordinator.kept().take(lost.queue(), problem.run(), ASKED)).isEmpty();
  }

  @Test
  void evaluation_thatIsSentTwice_countsOnce()
      throws FleetConnectionException, InterruptedException, ExecutionException {
    ForgedWorker worker = worker(FIRST, "p1");
    Future<FleetResult> call = call();
    String id = worker.next(ToWorker.DoJob.class).id();
    worker.send(ended(id));
    assertThat(call.get()).isEqualTo(new FleetResult.EvaluatedThere(RESULT));

    worker.send(ended(id));

    assertThat(worker.next(ToWorker.Settled.class).jobs()).containsExactly(id);
    assertThat(coordinator.kept().take(worker.queue(), problem.run(), ASKED)).isEmpty();
  }

  @Test
  void evaluations_ofAnEarlierCoordinatorThatAreOnRecord_areSettled()
      throws FleetConnectionException {
    ForgedWorker worker = worker(FIRST, "p1");
    worker.send(ended("earlier/1"));
    worker.settled();

    coordinator.recorded(problem.run(), (one, _) -> one.equals(ASKED.configuration()));
    assertThat(worker.next(ToWorker.Settled.class).jobs()).containsExactly("earlier/1");

    worker.send(ended("earlier/2"));
    assertThat(worker.next(ToWorker.Settled.class).jobs()).containsExactly("earlier/2");
    assertThat(coordinator.kept().take(worker.queue(), problem.run(), ASKED)).isEmpty();
  }

  @Test
  void evaluation_ofAnEarlierCoordinatorThatIsNotOnRecord_isKeptForTheRun()
      throws FleetConnectionException {
    ForgedWorker worker = worker(FIRST, "p1");
    coordinator.recorded(problem.run(), (_, _) -> false);
    worker.send(ended("earlier/1"));
    worker.settled();

    assertThat(coordinator.kept().take(worker.queue(), problem.run(), ASKED)).isPresent();
  }

  @Test
  void compile_lostOnTwoHosts_isRejectedWithBothNamed()
      throws FleetConnectionException, InterruptedException, ExecutionException {
    var compilers = new FleetCompilers(coordinator, DEVICE);
    ForgedWorker first = worker(FIRST, "p1");
    var compiled = threads.submit(() -> compilers.compile(ASKED.configuration()));
    first.next(ToWorker.DoJob.class);
    first.send(new ToCoordinator.Leave());
    ForgedWorker second = worker(SECOND, "p2");
    second.next(ToWorker.DoJob.class);
    second.send(new ToCoordinator.Leave());

    assertThat(compiled.get().toString())
        .contains("2 hosts were lost", "Host '%s' left".formatted(FIRST))
        .contains("Host '%s' left".formatted(SECOND));
  }
}

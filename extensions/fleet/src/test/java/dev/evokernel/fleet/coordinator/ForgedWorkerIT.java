package dev.evokernel.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fleet.ForgedWorker;
import dev.evokernel.fleet.wire.BrokerConnection;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetCodec;
import dev.evokernel.fleet.wire.FleetConnectionException;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetMessagesTest;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.FleetSecret;
import dev.evokernel.fleet.wire.FleetSettings;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.fleet.wire.ToWorker;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.outcome.Spent;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks of a worker that knows the secret on a run, and on the other workers. */
final class ForgedWorkerIT {

  private static final String HONEST = "0123456789abcdef0123";
  private static final String FORGED = "aaaaaaaaaaaaaaaaaaaa";
  private static final Duration WITHIN = Duration.ofMinutes(3);
  private static final Duration LOST_AFTER = Duration.ofSeconds(8);
  private static final EvaluationRequest ASKED = FleetMessagesTest.EVALUATION;
  private static final Evaluated RESULT = FleetMessagesTest.EVALUATED;
  private static final Binary BINARY = FleetMessagesTest.BINARY;

  private final List<String> news = new CopyOnWriteArrayList<>();
  private final Coordinator coordinator =
      Coordinator.start(
          new FleetSettings(new FleetAddress("127.0.0.1", 0), Optional.empty(), LOST_AFTER, WITHIN),
          "1.0",
          news::add);
  private final SharedProblem problem = quick(FleetMessagesTest.problem());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService signs = Executors.newSingleThreadScheduledExecutor();
  private final List<ForgedWorker> workers = new ArrayList<>();

  /** The problem with evaluations and compilations of a tenth of a second. */
  private static SharedProblem quick(SharedProblem usual) {
    EvaluationSpec evaluation = usual.evaluation();
    return new SharedProblem(
        usual.run(),
        usual.kernel(),
        usual.shapes(),
        usual.seed(),
        new EvaluationSpec(
            evaluation.verification(),
            evaluation.sampling(),
            evaluation.drift(),
            new Timeouts(Duration.ofMillis(100), Duration.ofMillis(100))),
        usual.baselines());
  }

  private static OfferedDevice device(int compilers) {
    return new OfferedDevice(
        "cuda", new DeviceIdentity("cuda:0", "H200", "580"), Optional.empty(), compilers);
  }

  @BeforeEach
  void open() {
    coordinator.hosts().open(new OpenRun(problem, device(1), Map.of(), Duration.ofMillis(100)));
  }

  @AfterEach
  void stop() {
    signs.shutdownNow();
    threads.shutdownNow();
    workers.forEach(ForgedWorker::close);
    coordinator.close();
  }

  /** Connects a worker that gives signs of life whatever happens. */
  private ForgedWorker connected(String user) throws FleetConnectionException {
    ForgedWorker worker = ForgedWorker.connect(coordinator.address(), user);
    workers.add(worker);
    var _ = signs.scheduleWithFixedDelay(() -> isAlive(worker), 500, 500, TimeUnit.MILLISECONDS);
    return worker;
  }

  private static void isAlive(ForgedWorker worker) {
    try {
      worker.send(new ToCoordinator.Alive());
    } catch (FleetConnectionException e) {
      // The test has ended.
    }
  }

  private RemoteDevice joined(ForgedWorker worker, String name, int compilers)
      throws FleetConnectionException, InterruptedException {
    worker.join(name, "process of " + name, device(compilers));
    return coordinator.hosts().take(device(1), WITHIN).orElseThrow();
  }

  private Future<FleetResult> call(RemoteDevice device, FleetJob job) {
    return threads.submit(() -> coordinator.call(device, job, _ -> {}, new ArrayList<>()));
  }

  private static FleetJob evaluation() {
    return new FleetJob.EvaluateThere(ASKED);
  }

  private ToCoordinator kept(String id, Evaluated evaluated) {
    return new ToCoordinator.KeptEvaluation(id, problem.run(), ASKED, evaluated);
  }

  private List<String> told(String host) {
    return news.stream()
        .filter(line -> line.contains("'" + host + "'") && !line.contains("joined"))
        .toList();
  }

  private static void isLost(Future<FleetResult> call, String why) {
    assertThatThrownBy(call::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(HostLostException.class)
        .hasMessageContaining(why);
  }

  /** The next message that says so; problems and jobs may come before. */
  private static String refusal(ForgedWorker worker) throws FleetConnectionException {
    for (ToWorker next = worker.next(WITHIN).orElseThrow();
        true;
        next = worker.next(WITHIN).orElseThrow()) {
      if (next instanceof ToWorker.Refused(String why)) {
        return why;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "guessed", "0000000000000000000000000000000000000000000000000000"})
  void connect_withoutTheSecret_isRefused(String password) {
    assertThatThrownBy(
            () ->
                BrokerConnection.to(
                    coordinator.address(), Optional.empty(), FORGED, password, "1.0"))
        .isInstanceOfSatisfying(
            FleetConnectionException.class, e -> assertThat(e.isRefusal()).isTrue());
  }

  @Test
  void secret_ofACoordinator_isPrivateAndGoneAfterwards() throws IOException {
    Path file = FleetSecret.file(coordinator.address().port());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    coordinator.close();
    assertThat(file).doesNotExist();
  }

  @Test
  void answer_toTheJobOfAnotherHost_losesTheForgerAndNotTheHost()
      throws FleetConnectionException, InterruptedException, ExecutionException {
    for (boolean keeping : List.of(true, false)) {
      String forger = "forger " + keeping;
      ForgedWorker honest = connected(HONEST + keeping);
      Future<FleetResult> call = call(joined(honest, "honest " + keeping, 1), evaluation());
      String id = honest.next(ToWorker.DoJob.class).id();
      ForgedWorker forged = connected(FORGED + keeping);
      var _ = joined(forged, forger, 1);

      forged.send(
          keeping
              ? kept(id, RESULT.losing(1))
              : new ToCoordinator.JobDone(id, new FleetResult.HostBroken("evicted")));
      assertThat(refusal(forged)).contains("answers a job of another host");
      honest.send(kept(id, RESULT));

      assertThat(call.get()).isEqualTo(new FleetResult.EvaluatedThere(RESULT));
      assertThat(told(forger)).hasSize(1).first().asString().contains("no further part");
    }
  }

  @Test
  void ids_ofJobs_cannotBeGuessedFromOthers()
      throws FleetConnectionException, InterruptedException {
    ForgedWorker worker = connected(HONEST);
    RemoteDevice device = joined(worker, "honest", 1);
    var ids = new HashSet<String>();
    for (int i = 0; i < 3; i++) {
      var _ = call(device, evaluation());
      String id = worker.next(ToWorker.DoJob.class).id();
      assertThat(id).matches("[0-9a-f-]{36}/[0-9a-f-]{36}");
      ids.add(id);
    }
    assertThat(ids).hasSize(3);
  }

  @Test
  void keptEvaluation_ofOneWorker_isNotTakenForAnother()
      throws FleetConnectionException, InterruptedException {
    ForgedWorker honest = connected(HONEST);
    var _ = joined(honest, "honest", 1);
    ForgedWorker forged = connected(FORGED);
    forged.send(kept("earlier/1", RESULT));
    honest.settled();

    assertThat(coordinator.kept().take(honest.queue(), problem.run(), ASKED)).isEmpty();
    assertThat(coordinator.kept().take(forged.queue(), problem.run(), ASKED)).isPresent();
  }

  @Test
  void join_asTheDeviceOfAnotherWorker_isRefused()
      throws FleetConnectionException, InterruptedException {
    ForgedWorker honest = connected(HONEST);
    RemoteDevice device = joined(honest, "node7", 1);
    ForgedWorker forged = connected(FORGED);
    forged.send(new ToCoordinator.Join("p", "node7", List.of(device(1))));

    assertThat(refusal(forged)).contains("Another worker of this run has the device node7/cuda:0");
    assertThat(device.host().isLost()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"message\":\"Wanted\",\"digests\":[\"../../etc/passwd\"]}",
        "{\"message\":\"Wanted\",\"digests\":[null]}",
        "{\"message\":\"Wanted\",\"digests\":null}",
        "{\"message\":\"Wanted\"}",
        "{\"message\":\"Alive\",\"and\":\"more\"}",
        "{\"message\":\"Alive\"}{}",
        "{\"message\":\"java.lang.Runtime\"}",
        "{\"message\":\"Join\",\"process\":\"p\",\"host\":\"\\u001b[2J\",\"devices\":[]}",
        "{\"message\":\"Join\",\"process\":\"p\",\"host\":\"a\",\"devices\":[null]}",
        "{\"message\":\"DeviceOpened\",\"problem\":\"p\",\"device\":\"cuda:0\",\"facts\":null}",
        "[]",
        "",
      })
  void message_thatNoWorkerSends_losesItsHostAndNotTheRun(String json)
      throws FleetConnectionException, InterruptedException, ExecutionException {
    ForgedWorker honest = connected(HONEST);
    Future<FleetResult> call = call(joined(honest, "honest", 1), evaluation());
    String id = honest.next(ToWorker.DoJob.class).id();
    ForgedWorker forged = connected(FORGED);
    Future<FleetResult> theirs = call(joined(forged, "forged", 1), evaluation());
    forged.next(ToWorker.DoJob.class);

    forged.send(json);
    forged.send(json);

    isLost(theirs, "Host 'forged' sent a message that no worker sends");
    assertThat(refusal(forged)).contains("Host 'forged' sent a message that no worker sends (");
    honest.send(kept(id, RESULT));
    assertThat(call.get()).isEqualTo(new FleetResult.EvaluatedThere(RESULT));
    assertThat(told("forged")).hasSize(1).noneMatch(line -> line.contains("\u001b"));
    assertThat(told("honest")).isEmpty();
  }

  @Test
  void message_largerThanAWorkerMaySend_losesItsHost()
      throws FleetConnectionException, InterruptedException {
    ForgedWorker forged = connected(FORGED);
    var _ = joined(forged, "forged", 1);

    forged.send(
        FleetCodec.bytes(
            ToCoordinator.class,
            new ToCoordinator.Alive(),
            new byte[BrokerConnection.LARGEST_OF_WORKER]));

    assertThat(refusal(forged)).contains("more than 16777216 bytes");
  }

  @Test
  void answer_thatDoesNotFitTheJob_losesTheHost()
      throws FleetConnectionException, InterruptedException {
    var ofAnotherShape =
        new Evaluated(
            new Measured(List.of(new Measurement("large", Samples.of(4900), 1, List.of()))),
            Spent.NOTHING,
            0);
    List<FleetResult> unfit =
        List.of(
            new FleetResult.ReadyThere(1),
            new FleetResult.EvaluatedThere(ofAnotherShape),
            new FleetResult.CompiledThere(new Compilation.Compiled(BINARY)));
    for (FleetResult result : unfit) {
      String name = "forged " + unfit.indexOf(result);
      ForgedWorker forged = connected(FORGED + unfit.indexOf(result));
      Future<FleetResult> call = call(joined(forged, name, 1), evaluation());
      String id = forged.next(ToWorker.DoJob.class).id();

      forged.send(new ToCoordinator.JobDone(id, result));

      isLost(call, "Its answer does not fit the job, an evaluation.");
    }
  }

  @Test
  void binary_ofOneHost_doesNotReachAnother()
      throws FleetConnectionException, InterruptedException, ExecutionException, HostLostException {
    ForgedWorker forged = connected(FORGED);
    var _ = joined(forged, "forged", 50);
    ForgedWorker honest = connected(HONEST);
    RemoteDevice device = joined(honest, "honest", 1);
    var compilers = new FleetCompilers(coordinator, device(1));
    Future<Compilation> first = threads.submit(() -> compilers.compile(ASKED.configuration()));
    ToWorker.DoJob compile = forged.next(ToWorker.DoJob.class);
    forged.send(compiled(compile.id(), "a".repeat(64)));
    assertThat(first.get().toString()).contains("a".repeat(64));

    assertThat(compilers.has(device.host(), ASKED.configuration())).isFalse();
    Future<Compilation> own =
        threads.submit(() -> compilers.compile(device, ASKED.configuration()));
    ToWorker.DoJob again = honest.next(ToWorker.DoJob.class);
    assertThat(again.job()).isEqualTo(new FleetJob.CompileThere(ASKED.configuration()));
    honest.send(compiled(again.id(), "b".repeat(64)));

    assertThat(own.get().toString()).contains("b".repeat(64));
    assertThat(compilers.compile(device, ASKED.configuration())).isEqualTo(own.get());
  }

  private static ToCoordinator compiled(String id, String digest) {
    var binary = new Binary(Path.of("/tmp/x.so"), digest, 1);
    return new ToCoordinator.JobDone(
        id, new FleetResult.CompiledThere(new Compilation.Compiled(binary)));
  }

  @ParameterizedTest
  @CsvSource({"true, a compilation", "false, an evaluation"})
  void worker_thatLivesAndNeverAnswers_isLostInTheTimeOfTheJob(boolean compiling, String job)
      throws FleetConnectionException, InterruptedException {
    ForgedWorker forged = connected(FORGED);
    RemoteDevice device = joined(forged, "forged", 1);
    long began = System.nanoTime();
    Future<FleetResult> call =
        call(device, compiling ? new FleetJob.CompileThere(ASKED.configuration()) : evaluation());

    isLost(call, "Host 'forged' did not end " + job + " within 8 s");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(LOST_AFTER);
    assertThat(refusal(forged)).contains("did not end " + job);
    forged.send(
        new ToCoordinator.Join("process of forged", "forged", List.of(device(1)))); // The same.
    assertThat(refusal(forged)).contains("until it is started again");
    forged.join("forged", "another process", device(1));
    assertThat(coordinator.hosts().take(device(1), WITHIN)).isPresent();
  }

  @Test
  void worker_thatNeverOpensTheProblem_isLostAndTheReasonIsTold()
      throws FleetConnectionException, InterruptedException {
    ForgedWorker forged = connected(FORGED);
    forged.send(new ToCoordinator.Join("p", "forged", List.of(device(1))));
    forged.next(ToWorker.OpenProblem.class);

    assertThat(coordinator.hosts().failure(device(1))).as("it may still open").isEmpty();
    assertThat(refusal(forged)).contains("did not open the run's problem in time");
    assertThat(coordinator.hosts().failure(device(1)).orElseThrow())
        .contains("Device cuda:0 of host 'forged' cannot take part");
  }

  @Test
  void worker_thatCannotOpen_doesNotEndTheRunWhileAnotherMay()
      throws FleetConnectionException, InterruptedException {
    ForgedWorker honest = connected(HONEST);
    honest.send(new ToCoordinator.Join("p", "honest", List.of(device(1))));
    honest.next(ToWorker.OpenProblem.class);
    ForgedWorker forged = connected(FORGED);
    forged.send(new ToCoordinator.Join("p", "forged", List.of(device(1))));
    forged.next(ToWorker.OpenProblem.class);

    forged.send(new ToCoordinator.DeviceNotOpened(problem.digest(), "cuda:0", "I do not want to"));
    forged.settled();

    assertThat(coordinator.hosts().failure(device(1))).isEmpty();
    honest.opened(problem, device(1));
    assertThat(coordinator.hosts().take(device(1), WITHIN)).isPresent();
  }

  @Test
  void worker_thatCannotCompile_isLostAndAnotherHostCompiles()
      throws FleetConnectionException, InterruptedException, ExecutionException {
    ForgedWorker forged = connected(FORGED);
    var _ = joined(forged, "forged", 50);
    ForgedWorker honest = connected(HONEST);
    var _ = joined(honest, "honest", 1);
    var compilers = new FleetCompilers(coordinator, device(1));
    Future<Compilation> compilation =
        threads.submit(() -> compilers.compile(ASKED.configuration()));
    String id = forged.next(ToWorker.DoJob.class).id();

    forged.send(new ToCoordinator.JobDone(id, new FleetResult.HostBroken("disk full")));
    honest.send(compiled(honest.next(ToWorker.DoJob.class).id(), "b".repeat(64)));

    assertThat(compilation.get().toString()).contains("b".repeat(64));
    assertThat(told("forged")).hasSize(1).first().asString().contains("disk full");
  }
}

package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.QuietBackend;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Limit;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.Budget;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Loss;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of the finals on devices that a test scripts, while a search goes on and after it. */
final class InstalmentsTest extends PipelineFixture {

  private static final String RUN = "saxpy-20261128-093000";

  /** What a process of the finals does on a device. */
  @FunctionalInterface
  private interface Measuring {
    FinalsAttempt on(RunDevice device, FinalsRequest request) throws InterruptedException;
  }

  private final List<String> news = Collections.synchronizedList(new ArrayList<>());

  /** Such as {@code 2 on cuda:1: 64 8}, in the order in which they ended. */
  private final List<String> held = Collections.synchronizedList(new ArrayList<>());

  /** Time of a launch, in nanoseconds; of all others 1 µs. */
  private final Map<Configuration, Double> times = new ConcurrentHashMap<>();

  private Measuring process = (_, request) -> measured(request);
  private int processes = 8;
  private List<String> baselines = List.of();
  private long memory = 1L << 40;
  private List<RunDevice> devices = List.of(new Named("cuda:0"));

  @BeforeEach
  void overlap() {
    disturbs = false;
    budget = new Budget(Duration.ofSeconds(200), Budget.UNLIMITED);
    times.put(Saxpy.block(8), 700.0);
    times.put(Saxpy.block(16), 500.0);
  }

  private void devices(int count) {
    devices = IntStream.range(0, count).<RunDevice>mapToObj(i -> new Named("cuda:" + i)).toList();
  }

  @Override
  public RunSpec spec() {
    RunSpec usual = super.spec();
    return Altered.of(
        usual,
        "id",
        RUN,
        "backend",
        new QuietBackend(disturbs),
        "devices",
        devices.stream().map(RunDevice::identity).toList(),
        "isReplay",
        false,
        "acceptance",
        new Acceptance(AcceptanceRule.DEFAULT, baselines, 60, processes));
  }

  private Outcome outcome(Configuration configuration) {
    double nanos = times.getOrDefault(configuration, 1000.0);
    return Examples.measured(nanos, nanos / 10);
  }

  private FinalsAttempt measured(FinalsRequest request) {
    return new FinalsAttempt.Measured(
        request.finalists().stream().map(one -> outcome(one.configuration())).toList(), List.of());
  }

  private static boolean has(FinalsRequest request, long block) {
    return request.finalists().stream()
        .map(Finalist::configuration)
        .anyMatch(Saxpy.block(block)::equals);
  }

  /** A device whose evaluations take a second, and whose processes take eight. */
  private final class Named implements RunDevice {

    private final String id;

    private Named(String id) {
      this.id = id;
    }

    @Override
    public DeviceIdentity identity() {
      return new DeviceIdentity(id, "H200", "580");
    }

    @Override
    public String host() {
      return Host.name();
    }

    @Override
    public DeviceLimits limits() {
      return new DeviceLimits(
          Stream.of(Limit.values()).collect(Collectors.toMap(limit -> limit, _ -> memory)));
    }

    @Override
    public Duration opening() {
      return Duration.ofSeconds(2);
    }

    @Override
    public boolean opensAhead() {
      return true;
    }

    @Override
    public int openAhead(int count) {
      events.add("open " + count + " on " + id);
      return count;
    }

    @Override
    public Evaluated evaluate(EvaluationRequest request) {
      nanos.addAndGet(1_000_000_000);
      return new Evaluated(outcome(request.configuration()), new Spent(0, 1_000_000_000, 0), 0);
    }

    @Override
    public FinalsAttempt finals(FinalsRequest request, Consumer<Reply.FinalsProgress> progress)
        throws InterruptedException {
      FinalsAttempt attempt = process.on(this, request);
      nanos.addAndGet(8_000_000_000L);
      held.add(
          "%d on %s: %s"
              .formatted(
                  request.settings().process().number(),
                  id,
                  request.finalists().stream()
                      .map(one -> one.configuration().value("BLOCK").toString())
                      .collect(Collectors.joining(" "))));
      return attempt;
    }
  }

  private final class Workers implements RunWorkers {

    @Override
    public List<RunDevice> devices() {
      return devices;
    }

    @Override
    public SearchSpace space() {
      return SearchSpace.of(kernel, kernel.shapes(), devices.getFirst().limits());
    }

    @Override
    public String compilerVersion() {
      return "none";
    }

    @Override
    public int compilerCount() {
      return 1;
    }

    @Override
    public Compilation compile(Configuration configuration) {
      return Examples.compiled(configuration.toString());
    }

    @Override
    public void close() {
      // Nothing was started.
    }
  }

  /** One session of a run, whose search a test directs. */
  private final class Session {

    private final RunSpec spec = spec();
    private final RunFindings findings;
    private final TimePlan plan;
    private final DeviceGroup group;
    private final Instalments instalments;

    private Session(Optional<RunHistory> earlier) {
      RunWorkers workers = new Workers();
      var log =
          new SessionLog(
              spec,
              store,
              new RunEnvironment(
                  InstantSource.fixed(Examples.NOW),
                  nanoClock,
                  nanoClock.getAsLong(),
                  _ -> workers,
                  Optional::empty,
                  (_, _, _) -> {
                    throw new AssertionError();
                  },
                  Optional.empty()),
              earlier,
              new RunListener() {
                @Override
                public void began(String activity) {
                  news.add(activity);
                }
              });
      var registry = CandidateRegistry.of(earlier, store, spec.id(), kernel.defaultConfiguration());
      ProgramIdentity identity = (_, digest) -> digest;
      findings = new RunFindings(identity, registry, Optional.empty());
      plan = new TimePlan(spec, log.time().stopwatch(), Duration.ofSeconds(2), Duration.ZERO);
      earlier.ifPresent(plan::knows);
      group =
          new RunDevices(
                  spec,
                  store,
                  workers,
                  findings,
                  log,
                  plan,
                  new ArrayList<>(earlier.map(RunHistory::devices).orElse(List.of())))
              .prepare(earlier);
      instalments =
          new Instalments(
              spec,
              store,
              workers,
              findings,
              log,
              plan,
              group,
              identity,
              Optional.empty(),
              new GateWeaknesses(Stream::of, news::add),
              earlier);
      log.record(RunDescription.of(spec, workers, false, Examples.NOW), List.of());
      group.record();
    }

    /** Evaluates configurations on the first device. */
    private Session evaluate(long... blocks) throws InterruptedException {
      for (long block : blocks) {
        Configuration one = Saxpy.block(block);
        group
            .evaluator()
            .evaluate(
                findings.registry().appended(one, "random"), Examples.compiled(one.toString()));
      }
      return this;
    }

    /** Lets time pass until a process is due, and each device reach its pause. */
    private Session pause() throws InterruptedException {
      nanos.addAndGet(Math.max(0, plan.untilProcess().toNanos()));
      for (var device : group.present().entrySet()) {
        instalments.holdIfDue(device.getKey(), device.getValue());
      }
      return this;
    }

    private Optional<String> conclude() throws InterruptedException {
      return instalments.conclude(false);
    }
  }

  private Session searched() throws InterruptedException {
    return new Session(Optional.empty()).evaluate(DEFAULT, 8, 16);
  }

  private FinalsDecision decided() {
    return store.history(RUN).finals().orElseThrow();
  }

  private List<Integer> excluded() {
    return store.flags(RUN).exclusions().stream().map(Exclusion::candidate).toList();
  }

  private List<String> openedBefore() throws InterruptedException {
    Session session = new Session(Optional.empty());
    for (MeasuringDevice device : session.group.present().keySet()) {
      session.instalments.before(device);
    }
    return List.copyOf(events);
  }

  /** Programs of baselines load while the first candidate compiles. */
  @Test
  void before_baselinesOnAGpu_opensOneProcessAheadOnTheFirstDevice() throws InterruptedException {
    devices(2);
    baselines = List.of("torch");
    assertThat(openedBefore()).containsExactly("open 1 on cuda:0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"no baselines", "no wall time", "compiling disturbs", "no memory for two"})
  void before_whereItCannotHelp_opensNone(String why) throws InterruptedException {
    baselines = why.equals("no baselines") ? List.of() : List.of("torch");
    budget = why.equals("no wall time") ? new Budget(Budget.FOREVER, 10) : budget;
    disturbs = why.equals("compiling disturbs");
    memory = why.equals("no memory for two") ? 1L << 30 : memory;
    assertThat(openedBefore()).isEmpty();
  }

  @Test
  void holdIfDue_beforeItIsDue_holdsNothing() throws InterruptedException {
    Session session = searched();
    for (var device : session.group.present().entrySet()) {
      session.instalments.holdIfDue(device.getKey(), device.getValue());
    }
    assertThat(held).isEmpty();
    assertThat(store.history(RUN).finals()).isEmpty();
  }

  @Test
  void holdIfDue_oneAfterTheOther_hasAVerdictInTheStoreEachTime() throws InterruptedException {
    Session session = searched().pause();
    assertThat(held).containsExactly("1 on cuda:0: 64 16 8");
    assertThat(decided().verdict().decision()).isEqualTo(Decision.UNDECIDED);
    session.pause();
    assertThat(held).hasSize(2);
    assertThat(decided().processes()).isEqualTo(2);
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(3);
    assertThat(news)
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches("verdict so far: 2\\.\\d+× the default \\(.* to .*, 2 processes\\)"));
  }

  @Test
  void holdIfDue_onSeveralDevices_goesFromOneToTheNext() throws InterruptedException {
    devices(3);
    budget = new Budget(Duration.ofMinutes(20), Budget.UNLIMITED);
    Session session = searched();
    for (int i = 0; i < 4; i++) {
      session.pause();
    }
    assertThat(held)
        .extracting(one -> one.replaceAll(":[^:]*$", ""))
        .containsExactly("1 on cuda:0", "2 on cuda:1", "3 on cuda:2", "4 on cuda:0");
  }

  /** With a quarter of the wall time over, one process at a time is due. */
  @Test
  void holdIfDue_severalDevicesAtOnce_holdOneProcess() throws InterruptedException {
    devices(2);
    Session session = searched();
    var inside = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    process =
        (_, request) -> {
          inside.countDown();
          await(go);
          return measured(request);
        };
    nanos.addAndGet(session.plan.untilProcess().toNanos());
    List<Thread> threads =
        session.group.present().entrySet().stream()
            .map(
                device ->
                    Thread.startVirtualThread(
                        () -> {
                          try {
                            session.instalments.holdIfDue(device.getKey(), device.getValue());
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                        }))
            .toList();
    await(inside);
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(held).containsExactly("1 on cuda:0: 64 16 8");
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void holdIfDue_lateDiscovery_joinsTheContendersAndIsConfirmedLater() throws InterruptedException {
    budget = new Budget(Duration.ofMinutes(20), Budget.UNLIMITED);
    times.put(Saxpy.block(128), 300.0);
    Session session = searched().pause().pause();
    session.evaluate(128, 256).pause();
    assertThat(held.getLast()).isEqualTo("3 on cuda:0: 64 16 128 8");
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(3);
    session.pause();
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(4);
  }

  @Test
  void holdIfDue_aVerdictConfirmedOften_waitsForTheEndOfTheSearch() throws InterruptedException {
    budget = new Budget(Duration.ofHours(8), Budget.UNLIMITED);
    Session session = searched();
    for (int i = 0; i < 8; i++) {
      session.pause();
    }
    assertThat(held).hasSize(4); // One chose, and three confirmed.
    assertThat(session.conclude()).isEmpty();
    assertThat(held).hasSize(4);
    assertThat(decided().verdict().accepted()).isTrue();
  }

  @Test
  void holdIfDue_deviceThatFails_doesNotEndTheSearch() throws InterruptedException {
    process =
        (_, _) -> {
          throw new EnvironmentException("No process starts.");
        };
    Session session = searched().pause();
    assertThat(news)
        .last()
        .asString()
        .contains("a process of the finals failed; the search goes on", "No process starts.");
    process = (_, request) -> measured(request);
    session.pause();
    assertThat(held).containsExactly("1 on cuda:0: 64 16 8");
  }

  @Test
  void holdIfDue_deviceThatFailsTwice_pausesTheSearchNoMore() throws InterruptedException {
    budget = new Budget(Duration.ofHours(1), Budget.UNLIMITED);
    process =
        (_, _) -> {
          throw new EnvironmentException("No process starts.");
        };
    Session session = searched().pause().pause();
    process = (_, request) -> measured(request);
    session.pause();
    assertThat(held).isEmpty();
  }

  /** What the thread of the run does when it is stopped during its next process. */
  private void stopInProcess(Duration later) {
    Thread run = Thread.currentThread();
    process =
        (_, _) -> {
          nanos.addAndGet(later.toNanos());
          run.interrupt();
          await(new CountDownLatch(1)); // Until it is interrupted.
          throw new AssertionError();
        };
  }

  @Test
  void conclude_stopped_endsAndKeepsWhatWasRecorded() throws InterruptedException {
    Session session = searched().pause().pause();
    FinalsDecision before = decided();
    stopInProcess(Duration.ZERO);
    assertThatThrownBy(session::conclude).isInstanceOf(InterruptedException.class);
    assertThat(decided()).isEqualTo(before);
  }

  @Test
  void conclude_endOfTheWallTimeDuringAProcess_decidesByTheOnesBefore()
      throws InterruptedException {
    Session session = searched().pause().pause();
    stopInProcess(budget.wall());
    assertThat(session.conclude()).isEmpty();
    assertThat(decided().processes()).isEqualTo(2);
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(3);
  }

  @Test
  void conclude_endOfTheWallTimeDuringTheFirstProcess_hasNoFinals() throws InterruptedException {
    Session session = searched();
    stopInProcess(budget.wall());
    assertThatThrownBy(session::conclude).isInstanceOf(InterruptedException.class);
    assertThat(store.history(RUN).finals()).isEmpty();
  }

  /** What a kill leaves is what the store has; the next session goes on with it. */
  @Test
  void restore_afterAKillBetweenInstalments_goesOnWithItsReplicates() throws InterruptedException {
    budget = new Budget(Duration.ofMinutes(20), Budget.UNLIMITED);
    searched().pause().pause();
    FinalsDecision before = decided();
    Session resumed = new Session(Optional.of(store.history(RUN)));
    assertThat(decided()).isEqualTo(before);
    resumed.conclude();
    assertThat(held.getFirst()).startsWith("1 on");
    assertThat(held.get(2)).isEqualTo("3 on cuda:0: 64 16 8");
    assertThat(decided().processes()).isEqualTo(4);
    assertThat(decided().result(3, "small").orElseThrow().byProcess().processes().headMap(2, true))
        .isEqualTo(before.result(3, "small").orElseThrow().byProcess().processes());
  }

  @Test
  void conclude_onSeveralDevices_measuresSideBySide() throws InterruptedException {
    devices(3);
    var together = new CountDownLatch(3);
    process =
        (_, request) -> {
          together.countDown();
          await(together);
          return measured(request);
        };
    assertThat(searched().conclude()).isEmpty();
    assertThat(held.subList(0, 3))
        .extracting(one -> one.substring(one.indexOf("cuda")))
        .containsExactlyInAnyOrder("cuda:0: 64 16 8", "cuda:1: 64 16 8", "cuda:2: 64 16 8");
    assertThat(held.subList(0, 3))
        .extracting(one -> one.substring(0, 1))
        .containsExactlyInAnyOrder("1", "2", "3");
    assertThat(decided().verdict().accepted()).isTrue();
    assertThat(decided().verdict().reasons())
        .last()
        .asString()
        .startsWith("By device, the geometric mean of the shapes: ");
  }

  @Test
  void conclude_noTimeForAProcess_saysHowMuchItNeeds() throws InterruptedException {
    Session session = searched();
    nanos.addAndGet(budget.wall().minusSeconds(9).toNanos());
    assertThat(session.conclude())
        .hasValueSatisfying(
            why -> assertThat(why).matches("they need at least 9\\.5 s, \\d\\.\\d s were left"));
    assertThat(held).isEmpty();
  }

  @Test
  void conclude_noTimeAfterProcessesOfTheSearch_decidesByThem() throws InterruptedException {
    Session session = searched().pause().pause();
    nanos.addAndGet(session.plan.ofAll().minusSeconds(2).toNanos());
    assertThat(session.conclude()).isEmpty();
    assertThat(held).hasSize(2);
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(3);
  }

  @Test
  void conclude_lateDiscoveryWithoutTime_isNamedWithTheConfirmedVerdict()
      throws InterruptedException {
    times.put(Saxpy.block(128), 400.0);
    Session session = searched().pause().pause().evaluate(128);
    nanos.addAndGet(session.plan.ofAll().minusSeconds(2).toNanos());
    session.conclude();
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(3);
    assertThat(decided().verdict().reasons())
        .contains(
            "Candidate 4 looked 25.0 % faster than the champion in the search; no process"
                + " confirmed it.");
  }

  @Test
  void conclude_finalistThatFails_isExcludedOnceAndTheOthersGoOn() throws InterruptedException {
    devices(2);
    process =
        (_, request) ->
            has(request, 16)
                ? new FinalsAttempt.FinalistFailed(
                    position(request, 16),
                    new Rejected(Rejection.WRONG_RESULT, "small", "7"),
                    Optional.empty())
                : measured(request);
    searched().conclude();
    assertThat(excluded()).containsExactly(3);
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(2);
  }

  private static int position(FinalsRequest request, long block) {
    return request.finalists().stream()
        .map(Finalist::configuration)
        .toList()
        .indexOf(Saxpy.block(block));
  }

  /** A finalist ends its process, and the device starts no other. */
  @Test
  void hold_devicesLostToAFinalist_itIsSeatedAloneAndOutAfterTwo() throws InterruptedException {
    devices(3);
    var attempts = new ConcurrentHashMap<String, Integer>();
    process =
        (device, request) -> {
          if (!has(request, 16)) {
            return measured(request);
          }
          if (attempts.merge(device.name(), 1, Integer::sum) > 1) {
            throw new EnvironmentException("No process starts.");
          }
          return new FinalsAttempt.FinalistFailed(
              position(request, 16),
              new Rejected(Rejection.CRASH, "small", "Signal 11."),
              Optional.of(Loss.DIED));
        };
    Session session = searched().pause();
    assertThat(held).containsExactly("1 on cuda:0: 64 16 8");
    assertThat(excluded()).isEmpty();
    session.pause();
    assertThat(held.getLast()).isEqualTo("1 on cuda:1: 64 16");
    session.conclude();
    assertThat(excluded()).containsExactly(3);
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(2);
    assertThat(held.subList(2, held.size())).isNotEmpty().allMatch(one -> one.endsWith(": 64 8"));
    assertThat(news)
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains(
                        "candidate 3 is excluded: crash",
                        "2 devices were lost while it was measured in the finals: cuda:0, cuda:1."));
  }

  /** A host does not say which finalist it was lost to. */
  @Test
  void conclude_hostsLostWithSeveralFinalists_eachIsMeasuredAlone() throws InterruptedException {
    devices(4);
    var lost = ConcurrentHashMap.<String>newKeySet();
    process =
        (device, request) -> {
          if (has(request, 16)) {
            lost.add(device.name());
            throw new DeviceLostException("The host is gone.", false, new IllegalStateException());
          }
          return measured(request);
        };
    budget = new Budget(Duration.ofMinutes(20), Budget.UNLIMITED);
    Session session = searched().pause();
    assertThat(held).isEmpty();
    session.conclude();
    assertThat(excluded()).containsExactly(3);
    assertThat(decided().candidate(Role.CHAMPION)).hasValue(2);
    assertThat(lost).hasSize(2);
  }

  @Test
  void conclude_allDevicesFail_endsTheRun() throws InterruptedException {
    devices(2);
    process =
        (_, _) -> {
          throw new EnvironmentException("No process starts.");
        };
    Session session = searched();
    assertThatThrownBy(session::conclude).isInstanceOf(EnvironmentException.class);
  }

  @Test
  void conclude_oneOfTwoDevicesFails_decidesByTheOther() throws InterruptedException {
    devices(2);
    process =
        (device, request) -> {
          if (device.name().endsWith("1")) {
            throw new EnvironmentException("No process starts.");
          }
          return measured(request);
        };
    assertThat(searched().conclude()).isEmpty();
    assertThat(decided().verdict().accepted()).isTrue();
    assertThat(news).anyMatch(line -> line.contains("warning: a process of the finals failed"));
  }

  @Test
  void conclude_runWithoutWallTime_holdsAllThatDecide() throws InterruptedException {
    budget = new Budget(Budget.FOREVER, 10);
    Session session = searched().pause();
    assertThat(held).isEmpty();
    session.conclude();
    assertThat(held).hasSize(4);
    assertThat(decided().verdict().accepted()).isTrue();
  }

  @Test
  void process_numbersAndRounds_areThoseOfThePlan() throws InterruptedException {
    var asked = new ArrayList<FinalsProcess>();
    process =
        (_, request) -> {
          asked.add(request.settings().process());
          assertThat(request.settings().time().isLimited()).isTrue();
          return measured(request);
        };
    searched().pause().pause();
    assertThat(asked).extracting(FinalsProcess::number).containsExactly(1, 2);
    assertThat(asked).extracting(FinalsProcess::of).containsOnly(processes);
  }
}

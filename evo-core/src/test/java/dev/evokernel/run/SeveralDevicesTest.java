package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Trial;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pipeline whose evaluations go to several devices. */
final class SeveralDevicesTest extends PipelineFixture {

  private static final Configuration THE_DEFAULT = Saxpy.read().defaultConfiguration();

  private final List<EvaluationStep> steps = new ArrayList<>();
  private final List<String> news = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void overlap() {
    disturbs = false;
    compilers = 4;
  }

  /** One that takes this many nanoseconds for the default, and half of it for all others. */
  private static EvaluationStep taking(double small) {
    return request ->
        request.configuration().equals(THE_DEFAULT)
            ? timed(small, small / 10)
            : timed(small / 2, small / 20);
  }

  private static RunDeviceRecord record(int number) {
    return new RunDeviceRecord(
        number,
        "host",
        "cuda:" + number,
        "H200",
        Examples.NOW,
        Optional.empty(),
        Optional.empty(),
        "");
  }

  @Override
  public DeviceGroup devices(
      RunSpec spec, RunFindings findings, RunClock time, TimePlan plan, RunListener listener) {
    var group =
        new DeviceGroup(
            0.1,
            Duration.ZERO,
            time.clock(),
            () ->
                findings.registry().evaluation(THE_DEFAULT).stream()
                    .mapToInt(one -> one.device())
                    .findFirst(),
            device -> store.events(ExampleRun.ID).record(device),
            news::add);
    for (int i = 0; i < steps.size(); i++) {
      var device = new MeasuringDevice(i, "cuda:" + i, steps.get(i), Optional.empty());
      group.join(
          device,
          record(i),
          new CandidateEvaluator(spec, device, store, findings, time, listener, plan));
    }
    group.record();
    return group;
  }

  @Test
  void trials_onTwoDevices_areEvaluatedAtTheSameTimeAndOnceEach() {
    var together = new CyclicBarrier(2);
    EvaluationStep meeting =
        request -> {
          if (!request.configuration().equals(THE_DEFAULT)) {
            try {
              together.await();
            } catch (BrokenBarrierException e) {
              throw new IllegalStateException(e);
            }
          }
          return taking(1000).evaluate(request);
        };
    steps.addAll(List.of(meeting, meeting));
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128, 256))).hasSize(5);
    assertThat(stored()).hasSize(5).allMatch(candidate -> candidate.attempts() == 1);
    assertThat(stored().stream().map(SeveralDevicesTest::device)).contains(0, 1);
  }

  @Test
  void trial_onAFasterDevice_isRelativeToTheDefaultThere() {
    steps.addAll(List.of(taking(1000), taking(960)));
    List<Trial> trials = trials(Examples.batch(DEFAULT, 16, 32, 128, 256, 512));
    assertThat(trials.stream().skip(1))
        .allSatisfy(
            trial -> assertThat(trial.objective().orElseThrow()).isCloseTo(0.5, within(1e-9)));
    assertThat(
            store
                .events(ExampleRun.ID)
                .all(RunDeviceRecord.class)
                .getLast()
                .relative()
                .orElseThrow())
        .isCloseTo(0.96, within(1e-9));
  }

  @Test
  void trial_ofAPortfolio_hasTimesAsOnDeviceZero() {
    portfolio = Optional.of(PortfolioSettings.DEFAULT);
    steps.addAll(List.of(taking(1000), taking(960)));
    List<Trial> trials = trials(Examples.batch(DEFAULT, 16, 32, 128, 256, 512));
    assertThat(trials.stream().skip(1))
        .allSatisfy(
            trial ->
                assertThat(trial.shapes().getFirst().orElseThrow()).isCloseTo(500, within(0.1)));
  }

  @Test
  void search_withASlowDevice_leavesItOutAndNamesIt() {
    steps.addAll(List.of(taking(1000), taking(1200)));
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128, 256))).hasSize(5);
    assertThat(stored()).allMatch(candidate -> device(candidate) == 0);
    assertThat(news)
        .singleElement()
        .asString()
        .contains("cuda:1", "1.20 times as long there as on cuda:0", "1.10 times is allowed");
    assertThat(store.events(ExampleRun.ID).all(RunDeviceRecord.class).getLast().left()).isPresent();
  }

  @Test
  void search_whoseDefaultIsWrongOnASecondDevice_leavesThatOneOut() {
    steps.addAll(
        List.of(
            taking(1000),
            _ -> Examples.assessed(new Rejected(Rejection.WRONG_RESULT, "small", "7"))));
    assertThat(trials(Examples.batch(DEFAULT, 16, 32))).hasSize(3);
    assertThat(news).singleElement().asString().contains("cuda:1", "wrong-result: 7");
  }

  @Test
  void search_thatLosesADevice_evaluatesOnTheOtherWhatWasInFlight() {
    var lost = new CountDownLatch(1);
    steps.addAll(
        List.of(
            request -> {
              if (!request.configuration().equals(THE_DEFAULT)) {
                lost.await();
              }
              return taking(1000).evaluate(request);
            },
            request -> {
              if (!request.configuration().equals(THE_DEFAULT)) {
                lost.countDown();
                throw new EnvironmentException("GPU 1 fell off the bus.");
              }
              return taking(1000).evaluate(request);
            }));
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128, 256, 512)))
        .hasSize(6)
        .allMatch(trial -> trial.objective().isPresent());
    assertThat(stored()).hasSize(6).allMatch(candidate -> device(candidate) == 0);
    assertThat(news)
        .singleElement()
        .asString()
        .contains("cuda:1", "GPU 1 fell off the bus", "One device is left");
  }

  @Test
  void search_whoseCandidateLosesTwoDevices_rejectsItOnTheThird() {
    EvaluationStep fragile =
        request -> {
          if (request.configuration().equals(Saxpy.block(32))) {
            throw new EnvironmentException("The device is gone.");
          }
          return taking(1000).evaluate(request);
        };
    steps.addAll(List.of(fragile, fragile, fragile));
    assertThat(trials(Examples.batch(DEFAULT, 16, 32, 128, 256, 512))).hasSize(6);
    assertThat(news).hasSize(2);
    assertThat(stored())
        .filteredOn(candidate -> candidate.configuration().equals(Saxpy.block(32)))
        .singleElement()
        .satisfies(
            candidate -> {
              assertThat(candidate.outcomeLabel()).isEqualTo("crash");
              assertThat(candidate.evaluation().orElseThrow().outcome().toString())
                  .contains("2 devices were lost during this evaluation");
            });
  }

  /** A device of a host that block 32 costs, with all that is in flight there. */
  private record Fragile(CountDownLatch open, CountDownLatch lost) implements EvaluationStep {

    @Override
    public void prepare() {
      if (lost.getCount() == 0) {
        throw new EnvironmentException("The host was lost before.");
      }
    }

    @Override
    public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
      open.await();
      if (request.configuration().equals(Saxpy.block(32))) {
        lost.countDown();
      }
      if (!request.configuration().equals(THE_DEFAULT) && lost.await(2, TimeUnit.SECONDS)) {
        throw new EnvironmentException("The host is gone.");
      }
      return taking(1000).evaluate(request);
    }
  }

  @Test
  void search_whoseCandidateLosesTwoHosts_rejectsNoneThatWasBesideIt() {
    var first = new CountDownLatch(1);
    var second = new CountDownLatch(1);
    var fromTheBegin = new Fragile(new CountDownLatch(0), first);
    var afterTheFirst = new Fragile(first, second);
    var afterTheSecond = new Fragile(second, new CountDownLatch(1));
    steps.addAll(List.of(fromTheBegin, fromTheBegin, afterTheFirst, afterTheFirst, afterTheSecond));

    assertThat(trials(Examples.batch(DEFAULT, 16, 32))).hasSize(3);

    assertThat(stored().stream().filter(one -> one.outcomeLabel().equals("crash")))
        .extracting(Candidate::configuration)
        .containsExactly(Saxpy.block(32));
    assertThat(news).filteredOn(line -> line.contains("The host is gone")).hasSize(3);
  }

  @Test
  void search_thatLosesAllDevices_endsWithTheLastReason() {
    EvaluationStep lost =
        request -> {
          if (!request.configuration().equals(THE_DEFAULT)) {
            throw new EnvironmentException("The device is gone.");
          }
          return taking(1000).evaluate(request);
        };
    steps.addAll(List.of(lost, lost));
    assertThatThrownBy(() -> trials(Examples.batch(DEFAULT, 16, 32)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage("The device is gone.");
  }

  private static final EvaluationStep GONE =
      _ -> {
        throw new EnvironmentException("The device is gone.");
      };

  @Test
  void search_thatLosesTheFirstDevicesBeforeTheDefault_measuresItOnTheNext() {
    steps.addAll(List.of(GONE, GONE, taking(960), taking(1000)));
    List<Trial> trials = trials(Examples.batch(DEFAULT, 16, 32, 128));
    assertThat(trials).hasSize(4).allMatch(trial -> trial.objective().isPresent());
    assertThat(trials.getFirst().objective()).hasValue(1);
    assertThat(trials.stream().skip(1))
        .allSatisfy(
            trial -> assertThat(trial.objective().orElseThrow()).isCloseTo(0.5, within(1e-9)));
    assertThat(device(stored().getFirst())).isEqualTo(2);
    assertThat(store.events(ExampleRun.ID).all(RunDeviceRecord.class))
        .extracting(RunDeviceRecord::relative)
        .satisfies(
            relative -> {
              assertThat(relative.subList(0, 2)).allMatch(Optional::isEmpty);
              assertThat(relative.get(2)).hasValue(1.0);
              assertThat(relative.get(3).orElseThrow()).isCloseTo(1000 / 960.0, within(1e-9));
            });
    assertThat(news)
        .anyMatch(
            line ->
                line.startsWith("warning: device cuda:0 left the run")
                    && line.matches(".*Device cuda:[12] measures the default in its place\\."));
  }

  /** A group that waits for devices, of which the default was not measured. */
  private DeviceGroup waiting(Consumer<RunDeviceRecord> record) {
    return new DeviceGroup(
        0.1,
        Duration.ofNanos(1),
        InstantSource.fixed(Examples.NOW),
        OptionalInt::empty,
        record,
        news::add);
  }

  private static MeasuringDevice gone(int number) {
    return new MeasuringDevice(number, "cuda:" + number, GONE, Optional.empty());
  }

  private CandidateEvaluator evaluator(MeasuringDevice device) {
    var registry = new CandidateRegistry(List.of());
    return new CandidateEvaluator(
        spec(),
        device,
        store,
        RunFindings.of((_, digest) -> digest, registry),
        clock(),
        new RunListener() {},
        new TimePlan(spec(), clock().stopwatch(), Duration.ZERO, Duration.ZERO));
  }

  @Test
  void leave_lastDeviceBeforeTheDefault_makesTheNextThatJoinsTheReference()
      throws InterruptedException {
    DeviceGroup group = waiting(_ -> {});
    MeasuringDevice first = gone(0);
    MeasuringDevice next = gone(1);
    group.join(first, record(0), evaluator(first));
    assertThat(group.isReference(first)).isTrue();
    assertThat(group.leave(first, "The device is gone.")).isFalse();
    group.joinLater(next, record(1), evaluator(next));
    assertThat(group.isReference(next)).isTrue();
    assertThat(news)
        .last()
        .asString()
        .contains("device cuda:1 takes part", "measures the default in place of cuda:0");
  }

  @Test
  void leave_deviceWhoseWorkerWasStartedAgainBefore_isNotRecordedAsGone()
      throws InterruptedException {
    var records = new ArrayList<RunDeviceRecord>();
    DeviceGroup group = waiting(records::add);
    MeasuringDevice killed = gone(0);
    MeasuringDevice again = gone(0);
    group.join(killed, record(0), evaluator(killed));
    group.joinLater(again, record(0), evaluator(again));
    assertThat(group.leave(killed, "It was silent for 10 s.")).isTrue();
    assertThat(records).last().matches(record -> record.left().isEmpty());
    assertThat(group.present()).containsOnlyKeys(again);
    assertThat(group.leave(again, "It was silent for 10 s.")).isFalse();
    assertThat(records).last().matches(record -> record.left().isPresent());
  }

  @Test
  void search_resumedWithoutTheDeviceOfTheDefault_evaluatesNothingAgain() {
    steps.addAll(List.of(GONE, taking(1000)));
    List<Trial> before = trials(Examples.batch(DEFAULT, 16, 32));
    steps.clear();
    steps.addAll(List.of(taking(500), GONE));
    List<Trial> again = trials(Examples.batch(DEFAULT, 16, 32, 128));
    assertThat(again.subList(0, 3)).isEqualTo(before);
    assertThat(again.getLast().objective().orElseThrow()).isCloseTo(0.5, within(1e-9));
    assertThat(stored()).hasSize(4);
    assertThat(
            store
                .events(ExampleRun.ID)
                .all(RunDeviceRecord.class)
                .getFirst()
                .relative()
                .orElseThrow())
        .isCloseTo(0.5, within(1e-9));
  }

  @Test
  void search_thatLosesEveryDeviceBeforeTheDefault_endsWithTheLastReason() {
    steps.addAll(List.of(GONE, GONE, GONE));
    assertThatThrownBy(() -> trials(Examples.batch(DEFAULT, 16)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("The device is gone.");
    assertThat(stored()).allMatch(candidate -> candidate.evaluation().isEmpty());
  }

  @Test
  void search_whoseDefaultIsRejectedOnTheFirstDevice_ends() {
    steps.addAll(
        List.of(
            _ -> Examples.assessed(new Rejected(Rejection.WRONG_RESULT, "small", "7")),
            taking(1000)));
    assertThatThrownBy(() -> trials(Examples.batch(DEFAULT, 16)))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("wrong-result");
  }

  private static int device(Candidate candidate) {
    return candidate.evaluation().orElseThrow().device();
  }
}

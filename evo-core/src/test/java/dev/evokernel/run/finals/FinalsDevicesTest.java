package dev.evokernel.run.finals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.finals.FinalsTurns;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.spec.Host;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.Role;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.LostToFinalistException;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.FinalsResult;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.RunDevice;
import org.junit.jupiter.api.Test;

final class FinalsDevicesTest {

  /** A device that is only asked for its name. */
  private record Named(String id) implements RunDevice {

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
      throw new IllegalStateException();
    }

    @Override
    public FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress) {
      throw new IllegalStateException();
    }

    @Override
    public int ready() {
      throw new IllegalStateException();
    }

    @Override
    public Evaluated evaluate(EvaluationRequest request) {
      throw new IllegalStateException();
    }
  }

  private static final Rejected WRONG = new Rejected(Rejection.WRONG_RESULT, "a", "7");

  private final List<String> news = new ArrayList<>();

  /** Such as {@code 2 on cuda:1}, in the order in which they began. */
  private final List<String> held = Collections.synchronizedList(new ArrayList<>());

  private FinalsDevices.Holding holding = (_, seating, _) -> measured(seating);
  private FinalsDevices devices = devices(2);

  private FinalsDevices devices(int count) {
    return new FinalsDevices(
        IntStream.range(0, count).<RunDevice>mapToObj(i -> new Named("cuda:" + i)).toList(),
        left -> new FinalsTurns(left, false),
        (device, seating, succession) -> {
          held.add(seating.process().number() + " on " + device.name());
          return holding.on(device, seating, succession);
        },
        news::add);
  }

  /** What a process measures follows from its number alone. */
  private static FinalsResult measured(FinalsSeating seating) {
    double nanos = 1000.0 + seating.process().number();
    return new FinalsResult(
        seating.finalists().stream().<Outcome>map(_ -> Examples.measured(nanos, nanos)).toList(),
        List.of());
  }

  private static FinalsSeating seating(int number) {
    return new FinalsSeating(
        List.of(finalist(64), finalist(8)),
        FinalsSettings.withSeed(1).in(new FinalsProcess(number, 5, 0.5), 3));
  }

  private static Finalist finalist(long block) {
    return new Finalist(Saxpy.block(block), new Binary(Path.of("b" + block), "" + block, 1));
  }

  private List<List<Outcome>> hold(int first, int last) throws InterruptedException {
    return devices.hold(
        IntStream.rangeClosed(first, last).mapToObj(FinalsDevicesTest::seating).toList(),
        FinalistSuccession.NONE);
  }

  private static void lost(RunDevice device, String which) {
    if (device.name().equals(which)) {
      throw new EnvironmentException("No process starts.");
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void present_workerThatWasStartedAgain_isThereOnceAndAsTheLater() {
    var lost = new Named("cuda:0");
    var other = new Named("cuda:1");
    var again = new Named("cuda:0");
    List<RunDevice> present = FinalsDevices.present(List.of(lost, other, again), _ -> true);
    assertThat(present).hasSize(2);
    assertThat(present.getFirst()).isSameAs(again);
    assertThat(FinalsDevices.present(List.of(lost, other), other.name()::equals))
        .containsExactly(other);
  }

  @Test
  void hold_ofFiveProcesses_keepsPairsTogetherOnTurns() throws InterruptedException {
    hold(1, 5);
    assertThat(held)
        .containsExactlyInAnyOrder(
            "1 on cuda:0", "2 on cuda:1", "3 on cuda:1", "4 on cuda:0", "5 on cuda:0")
        .containsSubsequence("1 on cuda:0", "4 on cuda:0", "5 on cuda:0")
        .containsSubsequence("2 on cuda:1", "3 on cuda:1");
    assertThat(news).isEmpty();
  }

  @Test
  void hold_onOneDevice_holdsThemInTheirOrder() throws InterruptedException {
    devices = devices(1);
    hold(1, 5);
    assertThat(held)
        .containsExactly("1 on cuda:0", "2 on cuda:0", "3 on cuda:0", "4 on cuda:0", "5 on cuda:0");
  }

  @Test
  void hold_onThreeDevices_measuresSideBySide() throws InterruptedException {
    devices = devices(3);
    var together = new CountDownLatch(3);
    holding =
        (_, seating, _) -> {
          together.countDown();
          await(together);
          return measured(seating);
        };
    hold(1, 5);
    assertThat(held).hasSize(5);
  }

  @Test
  void hold_whicheverDeviceIsFaster_givesTheSameInTheOrderOfTheProcesses()
      throws InterruptedException {
    List<List<Outcome>> usual = hold(1, 5);
    for (String slow : List.of("cuda:0", "cuda:1")) {
      devices = devices(2);
      held.clear();
      int others = slow.equals("cuda:0") ? 2 : 3;
      var ended = new CountDownLatch(others);
      holding =
          (device, seating, _) -> {
            if (device.name().equals(slow)) {
              await(ended);
            } else {
              ended.countDown();
            }
            return measured(seating);
          };
      assertThat(hold(1, 5)).isEqualTo(usual);
    }
  }

  @Test
  void hold_onADeviceThatFails_holdsItsPairsOnAnother() throws InterruptedException {
    holding =
        (device, seating, _) -> {
          if (seating.process().number() == 3) {
            lost(device, "cuda:1");
          }
          return measured(seating);
        };
    assertThat(hold(1, 5)).hasSize(5).allSatisfy(one -> assertThat(one).hasSize(2));
    // The pair stays together: its first process is held again too.
    assertThat(held)
        .containsSubsequence("2 on cuda:1", "3 on cuda:1", "2 on cuda:0", "3 on cuda:0");
    assertThat(held).hasSize(7);
    assertThat(news).singleElement().asString().contains("cuda:1", "No process starts.");
  }

  @Test
  void hold_onTheFirstThatFails_goesOnWithTheOther() throws InterruptedException {
    holding =
        (device, seating, _) -> {
          lost(device, "cuda:0");
          return measured(seating);
        };
    assertThat(hold(1, 3)).hasSize(3);
    assertThat(held)
        .containsExactlyInAnyOrder("1 on cuda:0", "2 on cuda:1", "3 on cuda:1", "1 on cuda:1");
    assertThat(news).singleElement().asString().contains("cuda:0");
  }

  @Test
  void hold_onAllThatFail_fails() {
    holding =
        (_, _, _) -> {
          throw new EnvironmentException("No process starts.");
        };
    assertThatThrownBy(() -> hold(1, 3)).isInstanceOf(EnvironmentException.class);
    devices = devices(1);
    assertThatThrownBy(() -> hold(1, 1)).isInstanceOf(EnvironmentException.class);
    assertThat(news).hasSize(1);
  }

  /** A device that measures the finalist with a block of 8 is lost to it. */
  private static FinalsResult lostTo8(FinalsSeating seating) {
    int position = seating.finalists().indexOf(finalist(8));
    if (position >= 0) {
      throw new LostToFinalistException(position, new EnvironmentException("No process starts."));
    }
    return measured(seating);
  }

  @Test
  void hold_finalistThatCostTwoDevices_isOutAndTheOthersGoOn() throws InterruptedException {
    devices = devices(3);
    holding =
        (_, seating, _) -> seating.process().number() < 4 ? measured(seating) : lostTo8(seating);
    assertThat(hold(1, 3)).allSatisfy(one -> assertThat(one.get(1)).isInstanceOf(Measured.class));
    List<List<Outcome>> outcomes = hold(4, 5);
    assertThat(outcomes)
        .hasSize(2)
        .allSatisfy(
            one -> {
              assertThat(one.getFirst()).isInstanceOf(Measured.class);
              assertThat(one.get(1))
                  .isInstanceOfSatisfying(
                      Rejected.class,
                      why -> {
                        assertThat(why.reason()).isEqualTo(Rejection.CRASH);
                        assertThat(why.message()).contains("2 devices", "cuda:0", "cuda:");
                      });
            });
    assertThat(news).hasSize(2);
  }

  @Test
  void hold_finalistThatCostTwoHostsWhichDoNotSayIt_isOutAndTheOthersGoOn()
      throws InterruptedException {
    devices = devices(3);
    holding =
        (_, seating, _) -> {
          if (seating.finalists().contains(finalist(8))) {
            throw new DeviceLostException("The host is gone.", new IllegalStateException());
          }
          return measured(seating);
        };
    List<Outcome> outcomes = hold(1, 1).getFirst();
    assertThat(outcomes.getFirst()).isInstanceOf(Measured.class);
    assertThat(outcomes.get(1))
        .isInstanceOfSatisfying(
            Rejected.class,
            why -> assertThat(why.message()).contains("2 devices", "cuda:0, cuda:1"));
    assertThat(news).hasSize(2);
  }

  @Test
  void hold_hostLostForNoFinalist_measuresAllOnAnother() throws InterruptedException {
    holding =
        (device, seating, _) -> {
          if (device.name().equals("cuda:0")) {
            throw new DeviceLostException("The host is gone.", new IllegalStateException());
          }
          return measured(seating);
        };
    assertThat(hold(1, 1).getFirst())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one).isInstanceOf(Measured.class));
  }

  @Test
  void hold_finalistThatCostTwoDevicesInTheFirst_leavesItsSeatToASuccessor()
      throws InterruptedException {
    devices = devices(3);
    holding = (_, seating, _) -> lostTo8(seating);
    var heard = new ArrayList<Rejected>();
    List<List<Outcome>> outcomes =
        devices.hold(
            List.of(seating(1)),
            (position, why) -> {
              assertThat(position).isEqualTo(1);
              heard.add(why);
              return Optional.of(finalist(16));
            });
    assertThat(heard).singleElement().isEqualTo(outcomes.getFirst().get(1));
    assertThat(heard.getFirst().message()).contains("cuda:0, cuda:1");
    assertThat(outcomes.getFirst()).hasSize(3);
    assertThat(outcomes.getFirst().get(2)).isInstanceOf(Measured.class);
  }

  @Test
  void hold_successorInTheFirst_stopsTheOthersAndGivesTheFirstAlone() throws InterruptedException {
    var began = new CountDownLatch(1);
    holding =
        (_, seating, succession) -> {
          if (!seating.process().isFirst()) {
            began.countDown();
            await(new CountDownLatch(1)); // Until it is interrupted.
          }
          await(began);
          Optional<Finalist> next = succession.successor(1, WRONG);
          assertThat(next).contains(finalist(16));
          return new FinalsResult(
              List.of(Examples.measured(1000, 100), WRONG, Examples.measured(900, 90)), List.of());
        };
    List<List<Outcome>> outcomes =
        devices.hold(
            IntStream.rangeClosed(1, 5).mapToObj(FinalsDevicesTest::seating).toList(),
            (_, _) -> Optional.of(finalist(16)));
    assertThat(outcomes).singleElement().asInstanceOf(LIST).hasSize(3);
    assertThat(held).containsExactlyInAnyOrder("1 on cuda:0", "2 on cuda:1");
  }

  @Test
  void hold_deviceLostAfterASuccessorEntered_measuresAgainWhatEnteredThere()
      throws InterruptedException {
    holding =
        (device, seating, succession) -> {
          if (!seating.process().isFirst()) {
            return measured(seating);
          }
          Optional<Finalist> next = succession.successor(1, WRONG);
          lost(device, "cuda:0");
          assertThat(next).isEmpty();
          return measured(seating);
        };
    var heard = new ArrayList<Integer>();
    List<List<Outcome>> outcomes =
        devices.hold(
            List.of(seating(1)),
            (position, _) -> {
              heard.add(position);
              return Optional.of(finalist(16));
            });
    assertThat(heard).containsExactly(1);
    assertThat(outcomes.getFirst()).hasSize(3);
    assertThat(outcomes.getFirst().get(1)).isEqualTo(WRONG);
  }

  @Test
  void hold_thatIsInterrupted_stopsAllDevices() throws InterruptedException {
    var began = new CountDownLatch(2);
    var stopped = new CountDownLatch(2);
    holding =
        (_, _, _) -> {
          began.countDown();
          try {
            new CountDownLatch(1).await();
            throw new IllegalStateException();
          } finally {
            stopped.countDown();
          }
        };
    var ended = new CountDownLatch(1);
    Thread run =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    hold(1, 5);
                  } catch (InterruptedException e) {
                    ended.countDown();
                  }
                });
    await(began);
    run.interrupt();
    await(ended);
    assertThat(stopped.getCount()).isZero();
    assertThat(held).hasSize(2);
  }

  @Test
  void confirmed_ofProcessesOnTwoDevices_saysWhatEachMeasured() throws InterruptedException {
    hold(1, 3);
    FinalsDecision decision =
        new FinalsDecision(
            List.of(
                measurement(1, Role.DEFAULT, 100, 100, 100),
                measurement(2, Role.CHAMPION, 50, 80, 80)),
            new Verdict(Verdict.Decision.ACCEPTED, List.of("On a it is faster.")),
            List.of());
    assertThat(devices.confirmed(decision).verdict().reasons())
        .containsExactly(
            "On a it is faster.",
            "By device, the geometric mean of the shapes: 2.000 times on cuda:0, 1.250 times on"
                + " cuda:1.");
  }

  @Test
  void confirmed_ofProcessesOnOneDevice_staysAsItIs() throws InterruptedException {
    hold(1, 1);
    FinalsDecision decision =
        new FinalsDecision(
            List.of(measurement(1, Role.DEFAULT, 100), measurement(2, Role.CHAMPION, 50)),
            new Verdict(Verdict.Decision.ACCEPTED, List.of("On a it is faster.")),
            List.of());
    assertThat(devices.confirmed(decision)).isEqualTo(decision);
  }

  /** One sample of so many nanoseconds in each process. */
  private static FinalistMeasurement measurement(int candidate, Role role, double... nanos) {
    var processes = new TreeMap<Integer, Samples>();
    IntStream.range(0, nanos.length)
        .forEach(i -> processes.put(i + 1, Samples.of(nanos[i], nanos[i], nanos[i])));
    return new FinalistMeasurement(
        candidate,
        role,
        "a",
        new ProcessSamples(processes),
        OptionalDouble.empty(),
        Optional.empty(),
        DeviceState.UNKNOWN);
  }
}

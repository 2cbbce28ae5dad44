package dev.evokernel.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class VerifiedTimerTest {

  private static final Program PROGRAM = () -> {};

  private final Kernel kernel = FaultKernel.read("cpu");
  private final FakeWorkspace workspace = new FakeWorkspace();
  private final AtomicLong clock = new AtomicLong();

  private VerifiedTimer timer(CacheState cache, double share) {
    var gate = new CorrectnessGate(kernel, kernel.shape("small"), List.of(1L, 2L));
    gate.prepareTurns(workspace);
    workspace.asked.clear();
    return new VerifiedTimer(
        gate,
        workspace,
        PROGRAM,
        cache,
        Map.of(InputSet.usual(1), 0L, InputSet.usual(2), 0L),
        share,
        new SplittableRandom(1),
        () -> clock.getAndAdd(1000));
  }

  @Test
  void sample_always_exchangesInputsSettlesAndProbes() {
    VerifiedTimer timer = timer(CacheState.HOT, Double.POSITIVE_INFINITY);
    timer.sample(10);
    timer.sample(10);

    assertThat(workspace.asked.stream().filter(asked -> !asked.equals("poison")))
        .containsExactly(
            "alternate 1 2",
            "time 10",
            "time 10 probed",
            "alternate 2 1",
            "time 10",
            "time 10 probed");
  }

  @Test
  void sample_overAndOver_poisonsOutputsInOneBatchOfTwo() {
    VerifiedTimer timer = timer(CacheState.COLD, Double.POSITIVE_INFINITY);
    for (int i = 0; i < 100; i++) {
      timer.sample(4);
    }
    assertThat(Collections.frequency(workspace.asked, "poison")).isBetween(30, 70);
  }

  @Test
  void sample_ofOutputsThatAreNotPoisoned_readsOtherInputsThanTheirsLast() {
    for (int inTurn : new int[] {2, 5, 8}) {
      workspace.mostInTurn = inTurn;
      VerifiedTimer timer = timer(CacheState.HOT, Double.POSITIVE_INFINITY);
      for (int launches : new int[] {1, 2, 3, 10, 16, 64}) {
        for (int i = 0; i < 20; i++) {
          timer.settle(launches);
          InputSet before = workspace.read(BufferSet.FIRST);
          int poisonings = Collections.frequency(workspace.asked, "poison");
          timer.sample(launches);
          if (Collections.frequency(workspace.asked, "poison") == poisonings) {
            assertThat(workspace.read(BufferSet.FIRST))
                .as("%d launches on %d input sets", launches, inTurn)
                .isNotEqualTo(before);
          }
        }
      }
    }
  }

  @Test
  void nanos_onManyInputSets_goesOnWhereTheBatchBeforeEnded() {
    workspace.mostInTurn = 5;
    VerifiedTimer timer = timer(CacheState.HOT, 0);
    timer.nanos(3);
    timer.nanos(4);
    timer.nanos(1);

    assertThat(workspace.begins).containsExactly(0, 3, 2);
    assertThat(workspace.asked.getLast()).isEqualTo("time 1");
    assertThat(workspace.asked.stream().filter(asked -> asked.startsWith("alternate")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .matches("alternate 1 2( -?\\d+){3}");
  }

  @Test
  void sample_afterSettling_exchangesOnce() {
    VerifiedTimer timer = timer(CacheState.HOT, Double.POSITIVE_INFINITY);
    timer.settle(3);
    timer.sample(10);

    assertThat(workspace.asked).contains("alternate 1 2", "time 3", "time 10 probed");
    assertThat(workspace.asked.stream().filter(asked -> asked.startsWith("alternate"))).hasSize(1);
  }

  @Test
  void sample_fromColdCaches_settlesNothing() {
    timer(CacheState.COLD, Double.POSITIVE_INFINITY).sample(1);

    assertThat(workspace.asked.stream().filter(asked -> !asked.equals("poison")))
        .containsExactly("alternate 1 2", "time 1");
  }

  @Test
  void sample_beyondItsShare_isTimedWithoutVerification() {
    VerifiedTimer timer = timer(CacheState.HOT, 0.5);
    for (int i = 0; i < 30; i++) {
      timer.sample(10);
    }
    int verified = Collections.frequency(workspace.asked, "time 10 probed");
    assertThat(verified).isBetween(5, 25);
    assertThat(Collections.frequency(workspace.asked, "time 10")).isEqualTo(30); // settling, too
  }

  @Test
  void sample_probedLaunchWrong_isRefusedAndSaysWhich() {
    workspace.digests.addAll(List.of(0L, 5L));
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    assertThatThrownBy(() -> timer(CacheState.HOT, 1).sample(2))
        .isInstanceOfSatisfying(
            RejectionException.class,
            rejection -> assertThat(rejection.reason()).isEqualTo(Rejection.WRONG_RESULT))
        .hasMessageContaining("launch 1 of 2 that were timed together");
  }

  @Test
  void sample_otherBitsWithinTolerance_isNotRepeatable() {
    workspace.digests.add(5L);

    assertThatThrownBy(() -> timer(CacheState.HOT, 1).sample(1))
        .isInstanceOfSatisfying(
            RejectionException.class,
            rejection -> assertThat(rejection.reason()).isEqualTo(Rejection.NOT_REPEATABLE));
  }

  @Test
  void turn_twoQuietBatches_areEnoughAndVerifiedAsOne() {
    workspace.disturbed.addAll(List.of(true, false, true, false));
    workspace.durations.addAll(List.of(1L, 50L, 70L, 40L, 60L));
    VerifiedTimer timer = timer(CacheState.HOT, Double.POSITIVE_INFINITY);

    // The first duration is that of settling.
    assertThat(timer.turn(2, 8)).isEqualTo(new BatchTimer.Turn(60, false));
    assertThat(workspace.asked.stream().filter(asked -> asked.startsWith("time"))).hasSize(5);
    assertThat(workspace.asked).contains("time 2 probed").containsOnlyOnce("alternate 1 2");
  }

  @Test
  void turn_noQuietBatch_isTheFastestOfAll() {
    workspace.disturbed.addAll(List.of(true, true, true, true));
    workspace.durations.addAll(List.of(1L, 90L, 80L, 60L, 70L));
    assertThat(timer(CacheState.HOT, Double.POSITIVE_INFINITY).turn(2, 4))
        .isEqualTo(new BatchTimer.Turn(60, true));
    assertThat(workspace.disturbed).isEmpty();
  }

  /** The outputs that are compared at the end are always those of a launch of this sample. */
  @Test
  void turn_ofSingleLaunches_keepsTheResultOfOne() {
    VerifiedTimer timer = timer(CacheState.HOT, Double.POSITIVE_INFINITY);
    var probed = new HashSet<Integer>();
    for (int i = 0; i < 100; i++) {
      workspace.asked.clear();
      var _ = timer.turn(1, 3);
      List<String> batches =
          workspace.asked.stream().filter(asked -> asked.startsWith("time")).skip(1).toList();
      assertThat(batches).hasSize(2).startsWith("time 1");
      probed.add(batches.lastIndexOf("time 1 probed"));
    }
    assertThat(probed).contains(1);
  }

  @Test
  void turn_anyWrongLaunch_isProbedInSomeSample() {
    VerifiedTimer timer = timer(CacheState.HOT, Double.POSITIVE_INFINITY);
    var places = new HashSet<String>();
    workspace.comparisons.addAll(
        Collections.nCopies(100, new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20)));
    for (int i = 0; i < 100; i++) {
      workspace.digests.clear();
      workspace.digests.addAll(List.of(0L, 5L));
      assertThatThrownBy(() -> timer.turn(4, 3))
          .hasMessageContaining("of 8 that were timed together")
          .satisfies(
              wrong ->
                  places.add(
                      String.valueOf(wrong.getMessage())
                          .replaceAll("(?s).*launch (\\d+) of.*", "$1")));
    }
    assertThat(places).containsExactlyInAnyOrder("1", "2", "3", "5", "6", "7");
  }
}

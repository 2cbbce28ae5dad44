package dev.evokernel.gate;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;

class RepeatedLaunchesTest {

  private static final Program PROGRAM = () -> {};
  private final Kernel kernel = FaultKernel.read("cpu");
  private final FakeWorkspace workspace = new FakeWorkspace();
  private final AtomicLong clock = new AtomicLong();
  private final AtomicLong seed = new AtomicLong(100);
  private final CorrectnessGate gate =
      new CorrectnessGate(kernel, kernel.shape("small"), List.of(1L, 2L));
  private final RepeatedLaunches launches =
      new RepeatedLaunches(
          gate,
          workspace,
          () -> clock.getAndAdd(100_000),
          () -> workspace.asked.add("distraction"));

  private Optional<Rejected> faster() {
    return launches.faster(PROGRAM, () -> InputSet.usual(seed.getAndIncrement()));
  }

  /** Durations of a round: one launch on new inputs, five on the same, each after one on others. */
  private void round(long unseen, long seen) {
    workspace.durations.addAll(List.of(9_000L, unseen));
    for (int i = 0; i < 5; i++) {
      workspace.durations.addAll(List.of(9_000L, seen));
    }
  }

  @Test
  void wrongOnce_everyLaunchRight_isAccepted() {
    workspace.digest = _ -> 7;

    assertThat(launches.wrongOnce(PROGRAM, Duration.ofMillis(5))).isEmpty();
    assertThat(workspace.asked).contains("prepare 1", "prepare 2");
    assertThat(Collections.frequency(workspace.asked, "launch")).isGreaterThan(1000);
  }

  @Test
  void wrongOnce_oneLaunchOfThousandsWrong_isFoundAndSaysWhich() {
    workspace.digests.addAll(Collections.nCopies(1201, 7L));
    workspace.digests.add(8L);
    workspace.digest = _ -> 7;
    workspace.comparisons.add(FakeWorkspace.RIGHT);
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    Optional<Rejected> fault = launches.wrongOnce(PROGRAM, Duration.ofSeconds(10));

    assertThat(fault).map(Rejected::reason).contains(Rejection.WRONG_RESULT);
    assertThat(fault.orElseThrow().message()).contains("seed 1, launch 1202 in a row");
  }

  @Test
  void faster_sameTimeEverywhere_isNot() {
    round(41_000, 40_000);
    workspace.durations.addAll(Collections.nCopies(5, 41_000L)); // with a pause
    workspace.durations.addAll(Collections.nCopies(5, 400_000L)); // ten launches without

    assertThat(faster()).isEmpty();
  }

  @Test
  void faster_onInputsSeenBeforeEveryTime_isSuspicious() {
    for (int i = 0; i < 2 * RepeatedLaunches.ROUNDS; i++) {
      round(41_000, 3_900);
    }
    Optional<Rejected> fault = faster();

    assertThat(workspace.asked).contains("distraction");

    assertThat(fault).map(Rejected::reason).contains(Rejection.SUSPICIOUS);
    assertThat(fault.orElseThrow().message())
        .contains("3.9 µs on repeated inputs, 41.0 µs on new inputs");
  }

  @Test
  void faster_onInputsThatOnlyTheBranchPredictorKnew_isNot() {
    for (int i = 0; i < RepeatedLaunches.ROUNDS; i++) {
      round(41_000, 3_900);
    }
    round(42_000, 40_000);

    assertThat(faster()).isEmpty();
  }

  @Test
  void faster_onInputsSeenBeforeButOnce_isNoise() {
    round(41_000, 3_900);
    round(4_100, 3_900);

    assertThat(faster()).isEmpty();
    assertThat(workspace.asked).doesNotContain("distraction");
  }

  @Test
  void faster_withoutAPauseEveryTime_isSuspicious() {
    round(41_000, 40_000);
    for (int i = 0; i < RepeatedLaunches.ROUNDS; i++) {
      workspace.durations.addAll(Collections.nCopies(5, 41_000L));
      workspace.durations.addAll(Collections.nCopies(5, 10 * 3_900L));
    }
    Optional<Rejected> fault = faster();

    assertThat(fault).map(Rejected::reason).contains(Rejection.SUSPICIOUS);
    assertThat(fault.orElseThrow().message()).contains("41.0 µs alone, 3.9 µs in a batch");
  }

  /** Durations of a round in the finals: one launch on new inputs, two on the usual ones. */
  private void roundOfFinals(long unseen, long usual) {
    workspace.durations.addAll(List.of(9_000L, unseen, 9_000L, usual, 9_000L, usual));
  }

  private Optional<Rejected> fasterOnUsualInputs() {
    return launches.fasterOnUsualInputs(PROGRAM, () -> InputSet.usual(seed.getAndIncrement()));
  }

  @Test
  void fasterOnUsualInputs_everyTime_isSuspicious() {
    for (int i = 0; i < 2 * RepeatedLaunches.ROUNDS; i++) {
      roundOfFinals(41_000, 3_900);
    }
    Optional<Rejected> fault = fasterOnUsualInputs();

    assertThat(fault).map(Rejected::reason).contains(Rejection.SUSPICIOUS);
    assertThat(fault.orElseThrow().message())
        .contains("3.9 µs on the inputs of its batches, 41.0 µs on new");
    assertThat(workspace.asked).contains("alternate 100 100", "alternate 2 2", "distraction");
  }

  @Test
  void fasterOnUsualInputs_asFastOnNewOnes_isNotAfterOneRound() {
    roundOfFinals(4_100, 3_900);

    assertThat(fasterOnUsualInputs()).isEmpty();
    assertThat(workspace.asked.stream().filter(asked -> asked.startsWith("prepare"))).hasSize(1);
  }

  @Test
  void fasterOnUsualInputs_shortLaunchesOfManyInputSetsTogether_isSuspicious() {
    workspace.mostInTurn = 64;
    gate.prepareTurns(workspace);
    for (int i = 0; i < 2; i++) {
      workspace.durations.add(1_000L); // a launch of 1 µs, so that 64 fit a batch
      for (int round = 0; round < RepeatedLaunches.ROUNDS; round++) {
        roundOfFinals(64 * 1_000L, 64 * 100L);
      }
    }
    Optional<Rejected> fault = fasterOnUsualInputs();

    assertThat(fault).map(Rejected::reason).contains(Rejection.SUSPICIOUS);
    assertThat(fault.orElseThrow().message())
        .contains("0.1 µs on the inputs of its batches, 1.0 µs on new");
    assertThat(launches.isBlind()).isFalse();
  }

  @Test
  void isBlind_launchesShorterThanTheOverheadOfTwoInputSets_isTrue() {
    roundOfFinals(5_000, 4_900);
    assertThat(fasterOnUsualInputs()).isEmpty();
    assertThat(launches.isBlind()).isTrue();
  }

  @Test
  void isBlind_longLaunches_isFalse() {
    roundOfFinals(41_000, 40_000);
    assertThat(fasterOnUsualInputs()).isEmpty();
    assertThat(launches.isBlind()).isFalse();
  }

  @Test
  void faster_wrongOnNewInputs_isWrong() {
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    assertThat(faster()).map(Rejected::reason).contains(Rejection.WRONG_RESULT);
  }
}

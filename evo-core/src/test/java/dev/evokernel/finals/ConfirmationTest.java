package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes that are added one by one, each followed by a decision. */
final class ConfirmationTest extends ConfirmationFixture {

  private static final Rejected WRONG = Examples.rejected(Rejection.WRONG_RESULT);

  /** The default, one of 0.7, one of 0.5 and one of 0.72 times its time. */
  @BeforeEach
  void candidates() {
    most = 5;
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(8, 0.7, Examples.measured(700, 70));
    candidate(16, 0.5, Examples.measured(500, 50));
    candidate(32, 0.72, Examples.measured(720, 72));
  }

  private void fails(long block, int process, Rejected why) {
    inProcess.computeIfAbsent(process, _ -> new HashMap<>()).put(Saxpy.block(block), why);
  }

  private static List<Integer> processes(FinalsDecision decision, int candidate) {
    return decision.results().stream()
        .filter(one -> one.candidate() == candidate)
        .findFirst()
        .map(one -> List.copyOf(one.byProcess().processes().keySet()))
        .orElse(List.of());
  }

  private List<Integer> contenders(Confirmation confirmation, long seed) {
    return confirmation.contenders(new SplittableRandom(seed)).stream()
        .map(Candidate::number)
        .toList();
  }

  @Test
  void decide_afterOneProcess_acceptsNothingAndHasTheFigures() throws InterruptedException {
    Confirmation confirmation = confirmation();
    assertThat(confirmation.decision()).isEmpty();
    assertThat(confirmation.processes()).isZero();
    add(confirmation, 1, 1, 2, 3);
    FinalsDecision first = decide(confirmation);
    assertThat(first.verdict().decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(first.candidate(Role.CHAMPION)).isEmpty();
    assertThat(first.results()).hasSize(6);
    assertThat(confirmation.decision()).contains(first);
    assertThat(checked).isEmpty();
    assertThat(confirmation.confirmations()).isZero();
  }

  @Test
  void decide_afterEachProcess_hasAllReplicatesSoFar() throws InterruptedException {
    Confirmation confirmation = confirmation();
    for (int process = 1; process <= 5; process++) {
      assertThat(confirmation.mayGoOn()).isTrue();
      add(confirmation, process, 1, 3);
      FinalsDecision decision = decide(confirmation);
      assertThat(decision.processes()).isEqualTo(process);
      assertThat(decision.verdict().accepted()).isEqualTo(process > 1);
      assertThat(confirmation.confirmations()).isEqualTo(process - 1);
    }
    assertThat(confirmation.mayGoOn()).isFalse();
    assertThat(confirmation.processes()).isEqualTo(5);
  }

  @Test
  void add_finalistThatFailsInALaterProcess_isOutAndExcludedOnce() throws InterruptedException {
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 2, 3);
    add(confirmation, 2, 1, 2, 3);
    assertThat(decide(confirmation).candidate(Role.CHAMPION)).hasValue(3);
    fails(16, 3, WRONG);
    add(confirmation, 3, 1, 2, 3);

    FinalsDecision decision = decide(confirmation);

    assertThat(decision.candidate(Role.CHAMPION)).hasValue(2);
    assertThat(decision.results()).extracting(FinalistMeasurement::candidate).doesNotContain(3);
    assertThat(exclusions).containsExactly(new Exclusion(3, WRONG, Examples.NOW));
    assertThat(contenders(confirmation, 1)).containsExactly(2);
    assertThat(confirmation.has(measured.get(2))).isTrue();
  }

  @Test
  void add_finalistThatFailsInOneOfAWave_isOutInWhicheverOrderTheyEnd()
      throws InterruptedException {
    fails(16, 2, WRONG);
    for (List<Integer> order : List.of(List.of(2, 3, 4), List.of(4, 3, 2), List.of(3, 2, 4))) {
      exclusions.clear();
      Confirmation confirmation = confirmation();
      add(confirmation, 1, 1, 2, 3);
      order.forEach(process -> add(confirmation, process, 1, 2, 3));
      assertThat(decide(confirmation).results())
          .extracting(FinalistMeasurement::candidate)
          .doesNotContain(3);
      assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(3);
    }
  }

  @Test
  void add_finalistThatFailsInEachOfAWave_isExcludedOnce() throws InterruptedException {
    for (int process = 2; process <= 5; process++) {
      fails(16, process, WRONG);
    }
    Confirmation confirmation = confirmation();
    for (int process = 1; process <= 5; process++) {
      add(confirmation, process, 1, 2, 3);
    }
    assertThat(decide(confirmation).candidate(Role.CHAMPION)).hasValue(2);
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(3);
  }

  @Test
  void add_waveThatEndsInAnotherOrder_givesTheSameDecision() throws InterruptedException {
    inProcess.put(2, Map.of(Saxpy.block(32), Examples.measured(400, 40)));
    Confirmation one = confirmation();
    Confirmation other = confirmation();
    add(one, 1, 1, 2, 3);
    add(other, 1, 1, 2, 3);
    List.of(2, 3, 4).forEach(process -> add(one, process, 1, 2, 3, 4));
    List.of(4, 2, 3).forEach(process -> add(other, process, 1, 2, 3, 4));

    assertThat(decide(one)).isEqualTo(decide(other));
    assertThat(contenders(one, 7)).isEqualTo(contenders(other, 7)).startsWith(4);
  }

  @Test
  void add_defaultThatFails_makesTheProcessVoidAndDecidesNothing() throws InterruptedException {
    fails(64, 3, Examples.rejected(Rejection.CRASH));
    fails(16, 3, WRONG);
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 2, 3);
    add(confirmation, 2, 1, 2, 3);
    add(confirmation, 3, 1, 2, 3);

    FinalsDecision decision = decide(confirmation);

    assertThat(decision.verdict().decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(decision.verdict().reasons())
        .containsExactly("The default failed in the finals: crash on shape 'small'. for the test");
    assertThat(decision.candidate(Role.CHAMPION)).isEmpty();
    assertThat(processes(decision, 3)).containsExactly(1, 2); // A resume goes on with them.
    assertThat(exclusions).isEmpty();
    assertThat(confirmation.processes()).isEqualTo(3);

    add(confirmation, 4, 1, 2, 3);
    FinalsDecision next = decide(confirmation);
    assertThat(next.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(processes(next, 3)).containsExactly(1, 2, 4);
  }

  @Test
  void add_defaultThatFailsInOneOfAWave_isJudgedByTheLastInWhicheverOrderTheyEnd()
      throws InterruptedException {
    fails(64, 2, Examples.rejected(Rejection.CRASH));
    for (List<Integer> order : List.of(List.of(2, 3), List.of(3, 2))) {
      Confirmation confirmation = confirmation();
      add(confirmation, 1, 1, 3);
      order.forEach(process -> add(confirmation, process, 1, 3));
      assertThat(decide(confirmation).verdict().accepted()).isTrue();
    }
  }

  @Test
  void decide_lateNewcomer_isConfirmedByLaterProcessesThanItsFirstOnly()
      throws InterruptedException {
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 2);
    add(confirmation, 2, 1, 2);
    add(confirmation, 3, 1, 2, 3);

    FinalsDecision before = decide(confirmation);

    assertThat(before.candidate(Role.CHAMPION)).hasValue(2);
    assertThat(confirmation.confirmations()).isZero();
    assertThat(contenders(confirmation, 1)).containsExactlyInAnyOrder(2, 3);
    add(confirmation, 4, 1, 2, 3);
    FinalsDecision after = decide(confirmation);
    assertThat(after.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(processes(after, 3)).containsExactly(3, 4);
  }

  /** The process that chose it made it look twice as fast as it is. */
  @Test
  void decide_lateNewcomer_hasTheFiguresOfItsConfirmations() throws InterruptedException {
    inProcess.put(3, Map.of(Saxpy.block(32), Examples.measured(360, 36)));
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 2);
    add(confirmation, 2, 1, 2);
    add(confirmation, 3, 1, 2, 4);
    add(confirmation, 4, 1, 2, 4);
    add(confirmation, 5, 1, 2, 4);
    assertThat(
            decide(confirmation)
                .result(4, "small")
                .flatMap(FinalistMeasurement::speedUp)
                .orElseThrow()
                .ratio())
        .isBetween(1.38, 1.4);
  }

  @Test
  void has_candidateWhoseObjectiveChanged_isTheSameFinalist() throws InterruptedException {
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 3);
    Candidate settled = measured.get(2).withObjective(OptionalDouble.of(0.6)).orElseThrow();
    assertThat(confirmation.has(settled)).isTrue();
    measured.set(2, settled);
    add(confirmation, 2, 1, 3);
    FinalsDecision decision = decide(confirmation);
    assertThat(decision.results()).hasSize(4);
    assertThat(processes(decision, 3)).containsExactly(1, 2);
  }

  @Test
  void contenders_twoFastestAndUsedOnesAlways_halfOfTheNearAndNoneThatIsSlower()
      throws InterruptedException {
    for (int i = 0; i < 4; i++) { // 5 to 8: nearly as fast as the fastest
      candidate(128 + i, 0.51, Examples.measured(515 + i, 51.5 + 0.1 * i));
    }
    Confirmation confirmation = confirmation();
    assertThat(contenders(confirmation, 1)).isEmpty();
    add(confirmation, 1, 1, 2, 3, 4, 5, 6, 7, 8);
    var drawn = new HashSet<Integer>();
    for (int seed = 0; seed < 40; seed++) {
      List<Integer> contenders = contenders(confirmation, seed);
      assertThat(contenders).startsWith(3, 5).hasSize(4).doesNotContain(1, 2, 4);
      assertThat(contenders(confirmation, seed)).isEqualTo(contenders);
      drawn.addAll(contenders);
    }
    assertThat(drawn).containsExactlyInAnyOrder(3, 5, 6, 7, 8);
  }

  @Test
  void contenders_fastestOnOneShapeOnly_isNearToo() {
    candidate(128, 0.9, Examples.measured(1200, 48));
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 2, 3, 4, 5);
    assertThat(contenders(confirmation, 1)).containsExactlyInAnyOrder(2, 3, 5);
  }

  /** Of those that are tied with the fastest, the first by rule leads, whatever its time. */
  @Test
  void contenders_acceptedChampion_isAlwaysAmongThem() throws InterruptedException {
    for (int i = 0; i < 6; i++) {
      candidate(i + 1, 0.5, Examples.measured(500 + 0.02 * (i + 1), 50 + 0.002 * (i + 1)));
    }
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 3, 5, 6, 7, 8, 9, 10);
    add(confirmation, 2, 1, 3, 5, 6, 7, 8, 9, 10);
    int champion = decide(confirmation).candidate(Role.CHAMPION).orElseThrow();
    assertThat(champion).isNotEqualTo(3);
    for (int seed = 0; seed < 40; seed++) {
      assertThat(contenders(confirmation, seed)).contains(champion).startsWith(3);
    }
  }

  @Test
  void decide_usedCandidates_areCheckedOnceEach() throws InterruptedException {
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 2, 3);
    for (int process = 2; process <= 4; process++) {
      add(confirmation, process, 1, 2, 3);
      assertThat(decide(confirmation).candidate(Role.CHAMPION)).hasValue(3);
    }
    assertThat(checked).containsExactly(3);
  }

  @Test
  void decide_checkThatFails_choosesAgainWithoutIt() throws InterruptedException {
    unsafe.put(Saxpy.block(16), Examples.rejected(Rejection.SANITIZER));
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 2, 3);
    add(confirmation, 2, 1, 2, 3);
    assertThat(decide(confirmation).candidate(Role.CHAMPION)).hasValue(2);
    add(confirmation, 3, 1, 2);
    assertThat(decide(confirmation).candidate(Role.CHAMPION)).hasValue(2);
    assertThat(checked).containsExactly(3, 2);
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(3);
  }

  private Optional<Candidate> byNumber(int number) {
    return Optional.of(measured.get(number - 1));
  }

  @Test
  void restore_storedDecision_goesOnAsIfNothingHadHappened() throws InterruptedException {
    inProcess.put(2, Map.of(Saxpy.block(32), Examples.measured(480, 48)));
    Confirmation whole = confirmation();
    add(whole, 1, 1, 2, 3);
    add(whole, 2, 1, 2, 3, 4);
    FinalsDecision stored = decide(whole);

    Confirmation resumed = confirmation();
    resumed.restore(stored, this::byNumber);

    assertThat(resumed.decision()).contains(stored);
    assertThat(resumed.processes()).isEqualTo(2);
    assertThat(resumed.confirmations()).isEqualTo(whole.confirmations());
    assertThat(resumed.has(measured.get(3))).isTrue();
    assertThat(decide(resumed)).isEqualTo(stored);
    for (int process = 3; process <= 5; process++) {
      assertThat(contenders(resumed, process)).isEqualTo(contenders(whole, process));
      add(whole, process, 1, 2, 3, 4);
      add(resumed, process, 1, 2, 3, 4);
      assertThat(decide(resumed)).isEqualTo(decide(whole));
    }
  }

  private static Measured withError(Measured measured, double error) {
    var comparison = new OutputComparison("y", 1, 0, 0, 0, 1, 1, error);
    return new Measured(
        measured.measurements().stream()
            .map(one -> new Measurement(one.shape(), one.samples(), 1, List.of(comparison)))
            .toList());
  }

  @Test
  void restore_runForTimeAndAccuracy_ranksByBoth() throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ACCURACY));
    measured.clear();
    for (long block : new long[] {64, 8, 16}) {
      Measured is =
          withError(
              (Measured) Objects.requireNonNull(outcomes.get(Saxpy.block(block))), 1.0 / block);
      candidate(block, 1, "digest " + block, is, is);
    }
    Confirmation whole = confirmation();
    add(whole, 1, 1, 2, 3);
    add(whole, 2, 1, 2, 3);
    FinalsDecision stored = decide(whole);
    assertThat(stored.candidate(Role.CHAMPION)).hasValue(3);

    Confirmation resumed = confirmation();
    resumed.restore(stored, this::byNumber);
    add(whole, 3, 1, 2, 3);
    add(resumed, 3, 1, 2, 3);
    assertThat(decide(resumed)).isEqualTo(decide(whole));
  }

  @Test
  void restore_excludedCandidate_isOut() throws InterruptedException {
    Confirmation before = confirmation();
    add(before, 1, 1, 2, 3);
    add(before, 2, 1, 2, 3);
    Confirmation resumed = confirmation();
    resumed.restore(
        decide(before),
        number -> number == 3 ? Optional.empty() : Optional.of(measured.get(number - 1)));
    assertThat(contenders(resumed, 1)).containsExactly(2);
    assertThat(decide(resumed).candidate(Role.CHAMPION)).hasValue(2);
  }

  @Test
  void byDevice_processesOnTwoDevices_saysWhatEachMeasured() throws InterruptedException {
    Outcome faster = Examples.measured(400, 40);
    inProcess.put(2, Map.of(Saxpy.block(16), faster));
    Confirmation confirmation = confirmation();
    add(confirmation, 1, 1, 3);
    decide(confirmation);
    assertThat(confirmation.byDevice(confirmation.decision().orElseThrow())).isEmpty();
    add(confirmation, 2, 1, 3);
    add(confirmation, 3, 1, 3);
    assertThat(confirmation.byDevice(decide(confirmation)))
        .hasValueSatisfying(
            said ->
                assertThat(said)
                    .matches(
                        "By device, the geometric mean of the shapes: 2\\.00\\d times on device 0,"
                            + " 2\\.50\\d times on device 1\\."));
  }

  @Test
  void byDevice_processesOfAnEarlierSession_areNotAttributed() throws InterruptedException {
    Confirmation before = confirmation();
    add(before, 1, 1, 3);
    Confirmation resumed = confirmation();
    resumed.restore(decide(before), this::byNumber);
    add(resumed, 2, 1, 3);
    assertThat(resumed.byDevice(decide(resumed))).isEmpty();
  }
}

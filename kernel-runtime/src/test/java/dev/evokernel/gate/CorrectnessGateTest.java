package dev.evokernel.gate;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.Correctness;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Special;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;

class CorrectnessGateTest {

  private static final Program PROGRAM = () -> {};

  private final Kernel kernel = FaultKernel.read("cpu");
  private final CorrectnessGate gate =
      new CorrectnessGate(kernel, kernel.shape("small"), List.of(1L, 2L));
  private final FakeWorkspace workspace = new FakeWorkspace();

  @Test
  void check_rightCandidate_poisonsBeforeEveryLaunchAndBeforeTiming() {
    VerificationResult.Accepted verdict = accepted(gate.check(workspace, PROGRAM));

    assertThat(verdict.accuracy().getFirst().withBits("")).isEqualTo(FakeWorkspace.RIGHT);
    assertThat(verdict.digests()).isEqualTo(Map.of(InputSet.usual(1), 0L, InputSet.usual(2), 0L));
    assertThat(workspace.asked)
        .containsExactly(
            "prepare 1",
            "poison",
            "launch",
            "compare",
            "poison nan",
            "launch",
            "prepare 2",
            "poison",
            "launch",
            "compare",
            "poison nan",
            "launch",
            "poison",
            "launch",
            "poison",
            "launch",
            "poison",
            "launch",
            "poison",
            "launch",
            "poison",
            "launch",
            "poison",
            "launch",
            "poison");
  }

  @Test
  void check_sameBitsAsARightCandidate_areNotComparedAgain() {
    VerificationResult first = gate.check(workspace, PROGRAM);
    workspace.asked.clear();

    assertThat(gate.check(workspace, PROGRAM)).isEqualTo(first);
    assertThat(workspace.asked).contains("launch").doesNotContain("compare");

    workspace.digest = _ -> 1;
    gate.check(workspace, PROGRAM);
    assertThat(workspace.asked).contains("compare");
  }

  @Test
  void check_sameBitsAsAWrongCandidate_areComparedAgain() {
    var wrong = new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20);
    workspace.comparisons.addAll(List.of(wrong, wrong));

    assertThat(refused(gate.check(workspace, PROGRAM)).reason()).isEqualTo(Rejection.WRONG_RESULT);
    assertThat(refused(gate.check(workspace, PROGRAM)).reason()).isEqualTo(Rejection.WRONG_RESULT);
  }

  @Test
  void check_slowCandidate_isNotLaunchedTenTimes() {
    var clock = new AtomicLong();
    var hasty =
        new CorrectnessGate(
            kernel,
            kernel.shape("small"),
            List.of(1L, 2L),
            () -> clock.getAndAdd(Duration.ofMillis(9).toNanos()));

    hasty.check(workspace, PROGRAM);

    assertThat(workspace.asked.stream().filter("launch"::equals)).hasSize(4 + 4);
  }

  @Test
  void check_interruptedOnce_isLaunchedTenTimesAllTheSame() {
    var clock = new AtomicLong();
    var interrupted =
        new CorrectnessGate(
            kernel,
            kernel.shape("small"),
            List.of(1L, 2L),
            () -> clock.getAndAdd(Duration.ofMillis(clock.get() == 0 ? 80 : 1).toNanos()));

    interrupted.check(workspace, PROGRAM);

    assertThat(workspace.asked.stream().filter("launch"::equals)).hasSize(10);
  }

  @Test
  void check_wrongTheTenthTime_isAWrongResult() {
    workspace.digests.addAll(Collections.nCopies(2 + 2 + 5, 7L));
    workspace.digests.add(8L);
    workspace.comparisons.addAll(List.of(FakeWorkspace.RIGHT, FakeWorkspace.RIGHT));
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    Rejected rejected = refused(gate.check(workspace, PROGRAM));

    assertThat(rejected.reason()).isEqualTo(Rejection.WRONG_RESULT);
    assertThat(rejected.message()).contains("launch 10");
  }

  @Test
  void check_differentTheTenthTimeWithinTolerance_isNotRepeatable() {
    workspace.digests.addAll(Collections.nCopies(2 + 2 + 5, 7L));
    workspace.digests.add(8L);

    Rejected rejected = refused(gate.check(workspace, PROGRAM));

    assertThat(rejected.reason()).isEqualTo(Rejection.NOT_REPEATABLE);
    assertThat(rejected.message()).contains("launch 10");
  }

  private CorrectnessGate tolerant() {
    var correctness =
        new Correctness(kernel.reference(), kernel.correctness().tolerances(), false, false, "");
    return new CorrectnessGate(
        new Kernel(
            kernel.identity(),
            kernel.entryPoint(),
            correctness,
            kernel.parameters(),
            kernel.defaultConfiguration(),
            kernel.constraints(),
            kernel.scope(),
            kernel.shapes(),
            kernel.work()),
        kernel.shape("small"),
        List.of(1L, 2L));
  }

  @Test
  void check_withinTolerance_comparesEachLaunchByElement() {
    var next = new AtomicLong();
    workspace.digest = _ -> next.incrementAndGet();

    assertThat(tolerant().check(workspace, PROGRAM))
        .isInstanceOf(VerificationResult.Accepted.class);
    assertThat(workspace.asked.stream().filter("launch"::equals)).hasSize(10);
    assertThat(workspace.asked.stream().filter("compare"::equals)).hasSize(10);
    assertThat(
            tolerant()
                .digestFault(
                    workspace,
                    BufferSet.FIRST,
                    new HashMap<>(Map.of(InputSet.usual(2), 1L)),
                    "timed"))
        .isEmpty();
  }

  @Test
  void check_withinToleranceButOnceWrong_isAWrongResult() {
    var next = new AtomicLong();
    workspace.digest = _ -> next.incrementAndGet();
    workspace.comparisons.addAll(Collections.nCopies(9, FakeWorkspace.RIGHT));
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    Rejected rejected = refused(tolerant().check(workspace, PROGRAM));

    assertThat(rejected.reason()).isEqualTo(Rejection.WRONG_RESULT);
    assertThat(rejected.message()).contains("launch 10");
  }

  @Test
  void check_otherResultWithOtherGuards_isAnOutOfBoundsRead() {
    workspace.digest = guards -> guards == GuardFill.FINITE ? 7 : 8;

    Rejected rejected = refused(gate.check(workspace, PROGRAM));

    assertThat(rejected.reason()).isEqualTo(Rejection.OUT_OF_BOUNDS_READ);
    assertThat(rejected.message()).contains("memory outside a buffer", "seed 1");
  }

  @Test
  void check_otherResultEveryOtherTime_isNotRepeatable() {
    workspace.digests.addAll(List.of(7L, 8L, 8L, 7L, 8L, 7L));

    assertThat(refused(gate.check(workspace, PROGRAM)).reason())
        .isEqualTo(Rejection.NOT_REPEATABLE);
  }

  @Test
  void check_severalSeeds_keepTheWorstComparison() {
    var worse = new OutputComparison("y", 1000, 0, 0, 9, 1.0, 1.1, 0.9);
    workspace.comparisons.add(worse);

    assertThat(accepted(gate.check(workspace, PROGRAM)).accuracy().getFirst().withBits(""))
        .isEqualTo(worse);
  }

  @Test
  void check_wrongElement_namesItWithValuesAndTolerance() {
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    Rejected rejected = refused(gate.check(workspace, PROGRAM));

    assertThat(rejected.reason()).isEqualTo(Rejection.WRONG_RESULT);
    assertThat(rejected.shape()).isEqualTo("small");
    assertThat(rejected.message()).contains("y[41] is 0.5", "0.25", "1e-5", "3 of 1000", "seed 1");
  }

  @Test
  void check_notFiniteElement_isItsOwnReason() {
    workspace.comparisons.add(
        new OutputComparison("y", 1000, 1, 1, 7, Double.NaN, 1, Double.POSITIVE_INFINITY));

    assertThat(refused(gate.check(workspace, PROGRAM)).reason()).isEqualTo(Rejection.NOT_FINITE);
  }

  @Test
  void check_wrongAndOutOfBounds_namesTheCause() {
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));
    workspace.damaged = Optional.of("y");

    assertThat(refused(gate.check(workspace, PROGRAM)).reason())
        .isEqualTo(Rejection.OUT_OF_BOUNDS_WRITE);
  }

  @Test
  void check_overwrittenInput_isRefused() {
    workspace.modified = Optional.of("x");

    Rejected rejected = refused(gate.check(workspace, PROGRAM));

    assertThat(rejected.reason()).isEqualTo(Rejection.INPUT_MODIFIED);
    assertThat(rejected.message()).contains("'x'");
  }

  @Test
  void check_secondLaunchDiffersWithinTolerance_isNotRepeatable() {
    workspace.digests.addAll(List.of(1L, 2L));

    assertThat(refused(gate.check(workspace, PROGRAM)).reason())
        .isEqualTo(Rejection.NOT_REPEATABLE);
  }

  @Test
  void check_secondLaunchWrong_isAWrongResult() {
    workspace.digests.addAll(List.of(1L, 2L));
    workspace.comparisons.add(FakeWorkspace.RIGHT);
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    Rejected rejected = refused(gate.check(workspace, PROGRAM));

    assertThat(rejected.reason()).isEqualTo(Rejection.WRONG_RESULT);
    assertThat(rejected.message()).contains("second launch");
  }

  @Test
  void examine_specialInputs_areEachPreparedAndLaunchedOnce() {
    var inputSets =
        List.of(InputSet.special(1, Special.LARGE), InputSet.special(1, Special.CONSTANT));

    assertThat(gate.examine(workspace, PROGRAM, inputSets))
        .isInstanceOf(VerificationResult.Accepted.class);
    assertThat(workspace.asked)
        .containsExactly(
            "prepare 1, special input 'large'",
            "poison",
            "launch",
            "compare",
            "prepare 1, special input 'constant'",
            "poison",
            "launch",
            "compare");
  }

  @Test
  void examine_wrongWithASpecialInput_namesIt() {
    workspace.comparisons.add(FakeWorkspace.RIGHT);
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    Rejected rejected =
        refused(
            gate.examine(
                workspace,
                PROGRAM,
                List.of(
                    InputSet.special(1, Special.LARGE),
                    InputSet.special(1, Special.NEGATIVE_INFINITY))));

    assertThat(rejected.message()).contains("seed 1, special input '-inf'");
  }

  @Test
  void check_rightOutputs_hasTheDigestOfTheirBits() {
    List<OutputComparison> twoSets = accepted(gate.check(workspace, PROGRAM)).accuracy();

    assertThat(twoSets.getFirst().bits()).hasSize(16);
    assertThat(gate.otherBits(accepted(gate.check(workspace, PROGRAM)), Measurement.bits(twoSets)))
        .isEmpty();
  }

  @Test
  void otherBits_ofOtherOutputs_isRejectedWithTheError() {
    VerificationResult.Accepted verified = accepted(gate.check(workspace, PROGRAM));
    workspace.content = 1;
    workspace.digest = _ -> 7;
    VerificationResult.Accepted other = accepted(gate.check(workspace, PROGRAM));

    Rejected rejected = gate.otherBits(other, Measurement.bits(verified.accuracy())).orElseThrow();
    assertThat(rejected.reason()).isEqualTo(Rejection.OTHER_BITS);
    assertThat(rejected.message()).contains("0.50 of the tolerance", "numerics: {bits: default}");
  }

  @Test
  void recheck_ofTheLastInputs_keepsTheDigestOfAll() {
    VerificationResult.Accepted verified = accepted(gate.check(workspace, PROGRAM));

    assertThat(accepted(gate.recheck(workspace, verified)).accuracy().getFirst().bits())
        .isEqualTo(verified.accuracy().getFirst().bits());
  }

  @Test
  void recheck_wrongAfterTiming_isRefused() {
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));

    var before = new VerificationResult.Accepted(List.of(FakeWorkspace.RIGHT), Map.of());

    assertThat(refused(gate.recheck(workspace, before)).message()).contains("after timing");
  }

  private static VerificationResult.Accepted accepted(VerificationResult verdict) {
    assertThat(verdict).isInstanceOf(VerificationResult.Accepted.class);
    return (VerificationResult.Accepted) verdict;
  }

  private static Rejected refused(VerificationResult verdict) {
    assertThat(verdict).isInstanceOf(VerificationResult.Refused.class);
    return ((VerificationResult.Refused) verdict).rejection();
  }
}

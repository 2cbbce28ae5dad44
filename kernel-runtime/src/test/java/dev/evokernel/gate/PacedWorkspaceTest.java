package dev.evokernel.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;

class PacedWorkspaceTest {

  private static final Program PROGRAM = () -> {};
  private static final double BEST = 4_000_000;
  private static final long LIMIT = 80_000_000;

  private final Kernel kernel = FaultKernel.read("cpu");
  private final CorrectnessGate gate =
      new CorrectnessGate(kernel, kernel.shape("small"), List.of(1L, 2L));
  private final FakeWorkspace workspace = new FakeWorkspace();

  /** Durations of launches to come; those after them take a microsecond. */
  private final Deque<Long> script = new ArrayDeque<>();

  private long nanos;
  private boolean launching;
  private boolean again;

  private VerificationResult check(OptionalDouble best, Long... launches) {
    script.addAll(List.of(launches));
    return gate.check(new PacedWorkspace(workspace, best, again, this::clock), PROGRAM);
  }

  /** Asked before and after each launch. */
  private long clock() {
    if (launching) {
      nanos += script.isEmpty() ? 1_000 : script.pop();
    }
    launching = !launching;
    return nanos;
  }

  @Test
  void check_twoLaunchesFarSlowerThanTheBest_isATimeoutAfterTheSecond() {
    assertThatThrownBy(() -> check(OptionalDouble.of(BEST), 812_000_000L, 820_000_000L))
        .isInstanceOfSatisfying(
            RejectionException.class,
            rejection -> assertThat(rejection.reason()).isEqualTo(Rejection.TIMEOUT))
        .hasMessageContaining("each of 2 launches took at least 812 ms")
        .hasMessageContaining("best so far takes 4.0 ms")
        .hasMessageContaining("20 times");
    assertThat(workspace.asked).filteredOn("launch"::equals).hasSize(2);
  }

  @Test
  void check_againOneLaunchOfSixWithinTheLimit_isForgiven() {
    again = true;
    assertThat(check(OptionalDouble.of(BEST), 99_000_000L, 99_000_000L, 99_000_000L, 11_000_000L))
        .isInstanceOf(VerificationResult.Accepted.class);
  }

  @Test
  void check_againSixSlowLaunches_isATimeout() {
    again = true;
    Long[] slow = Collections.nCopies(6, 99_000_000L).toArray(Long[]::new);
    assertThatThrownBy(() -> check(OptionalDouble.of(BEST), slow))
        .hasMessageContaining("each of 6 launches took at least 99.0 ms");
  }

  @Test
  void check_againFarBeyondTheLimit_isATimeoutAfterTheSecond() {
    again = true;
    assertThatThrownBy(() -> check(OptionalDouble.of(BEST), 812_000_000L, 820_000_000L))
        .hasMessageContaining("each of 2 launches");
  }

  @Test
  void check_oneSlowLaunch_isForgivenWhicheverItIs() {
    assertThat(check(OptionalDouble.of(BEST), 812_000_000L))
        .isInstanceOf(VerificationResult.Accepted.class);
    assertThat(check(OptionalDouble.of(BEST), 1_000L, 812_000_000L, 812_000_000L))
        .isInstanceOf(VerificationResult.Accepted.class);
  }

  @Test
  void check_exactlyTheLimit_isWaitedFor() {
    assertThat(check(OptionalDouble.of(BEST), LIMIT, LIMIT))
        .isInstanceOf(VerificationResult.Accepted.class);
  }

  @Test
  void check_aThousandTimesSlowerWithinTheFloor_isWaitedFor() {
    assertThat(check(OptionalDouble.of(40_000), 40_000_000L, 40_000_000L))
        .isInstanceOf(VerificationResult.Accepted.class);
  }

  @Test
  void check_withoutABest_waitsForAnything() {
    assertThat(check(OptionalDouble.empty(), 9_000_000_000L, 9_000_000_000L))
        .isInstanceOf(VerificationResult.Accepted.class);
  }

  @Test
  void check_slowAndWrong_isWrong() {
    workspace.comparisons.add(new OutputComparison("y", 1000, 3, 0, 41, 0.5, 0.25, 20));
    assertThat(check(OptionalDouble.of(BEST), 812_000_000L, 812_000_000L))
        .isInstanceOfSatisfying(
            VerificationResult.Refused.class,
            refused -> assertThat(refused.rejection().reason()).isEqualTo(Rejection.WRONG_RESULT));
  }
}

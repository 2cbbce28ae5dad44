package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Loss;
import org.junit.jupiter.api.Test;

final class FinalsLoopTest {

  private static final Rejected CRASH = new Rejected(Rejection.CRASH, "a", "Signal 11.");
  private static final Rejected WRONG = new Rejected(Rejection.WRONG_RESULT, "a", "7");
  private static final Outcome RIGHT =
      new Outcome.Measured(List.of(new Measurement("a", Samples.of(1), 1, List.of())));

  /** How the processes of the finals end; after these every finalist is measured. */
  private final Deque<FinalsAttempt> script = new ArrayDeque<>();

  /** Who took part in each process, by digest. */
  private final List<String> asked = new ArrayList<>();

  private static Finalist finalist(long block) {
    return new Finalist(
        new Configuration(Map.of("BLOCK", Value.of(block))),
        new Binary(Path.of("b"), "" + block, 1));
  }

  private static FinalsAttempt lost(int position, Loss how) {
    return new FinalsAttempt.FinalistFailed(position, CRASH, Optional.of(how));
  }

  private static FinalsAttempt suspicious(int position, String message) {
    return new FinalsAttempt.FinalistFailed(
        position, new Rejected(Rejection.SUSPICIOUS, "a", message), Optional.empty());
  }

  private static FinalsAttempt wrong(int position) {
    return new FinalsAttempt.FinalistFailed(position, WRONG, Optional.empty());
  }

  private FinalsAttempt next(FinalsRequest request) {
    asked.add(
        request.finalists().stream().map(one -> one.binary().digest()).reduce("", String::concat)
            + request.baselines());
    if (!script.isEmpty()) {
      return script.pop();
    }
    return new FinalsAttempt.Measured(
        request.finalists().stream().map(_ -> RIGHT).toList(), List.of());
  }

  private FinalsAttempt.Measured hold() throws InterruptedException {
    return hold((process, _) -> next(process));
  }

  private static FinalsAttempt.Measured hold(FinalsLoop.Device device) throws InterruptedException {
    var request =
        new FinalsRequest(
            Stream.of(1L, 2L, 3L).map(FinalsLoopTest::finalist).toList(),
            List.of("blas"),
            FinalsSettings.withSeed(1));
    return FinalsLoop.hold(device, request, FinalsLoop.Course.UNLIMITED);
  }

  @Test
  void hold_finalistThatFails_isOutAndTheOthersAreMeasuredAgain() throws InterruptedException {
    script.add(wrong(1));

    FinalsAttempt.Measured result = hold();

    assertThat(asked).containsExactly("123[blas]", "13[blas]");
    assertThat(result.outcomes()).containsExactly(RIGHT, WRONG, RIGHT);
  }

  @Test
  void hold_everyFinalistFails_endsWithoutAnotherProcess() throws InterruptedException {
    script.addAll(List.of(wrong(2), wrong(0), wrong(0)));

    assertThat(hold().outcomes()).containsExactly(WRONG, WRONG, WRONG);
    assertThat(asked).containsExactly("123[blas]", "12[blas]", "2[blas]");
  }

  @Test
  void hold_finalistThatEndsItsProcess_isOutTheSecondTime() throws InterruptedException {
    script.addAll(List.of(lost(1, Loss.DIED), lost(1, Loss.DIED)));

    FinalsAttempt.Measured result = hold();

    assertThat(asked).containsExactly("123[blas]", "123[blas]", "13[blas]");
    assertThat(result.outcomes().get(1))
        .isInstanceOfSatisfying(
            Rejected.class, why -> assertThat(why.message()).contains("Previous attempt: "));
  }

  @Test
  void hold_finalistThatIsSuspiciousOnce_staysIn() throws InterruptedException {
    script.add(suspicious(1, "first"));

    assertThat(hold().outcomes()).containsExactly(RIGHT, RIGHT, RIGHT);
    assertThat(asked).containsExactly("123[blas]", "123[blas]");
  }

  @Test
  void hold_finalistThatIsSuspiciousTwice_isOutForTheSecondReason() throws InterruptedException {
    script.addAll(List.of(suspicious(1, "first"), suspicious(1, "second")));

    assertThat(hold().outcomes().get(1))
        .isEqualTo(new Rejected(Rejection.SUSPICIOUS, "a", "second"));
    assertThat(asked).containsExactly("123[blas]", "123[blas]", "13[blas]");
  }

  @Test
  void hold_finalistThatHangs_isOutAtOnce() throws InterruptedException {
    script.add(lost(0, Loss.OVERDUE));

    assertThat(hold().outcomes()).containsExactly(CRASH, RIGHT, RIGHT);
  }

  @Test
  void hold_baselineThatEndsTheProcess_isRefusedAndLeftOut() throws InterruptedException {
    var refused = List.of(BaselineReading.refused("blas", "a", "", "Signal 11."));
    script.add(new FinalsAttempt.BaselineFailed("blas", refused));

    FinalsAttempt.Measured result = hold();

    assertThat(asked).containsExactly("123[blas]", "123[]");
    assertThat(result.baselines()).isEqualTo(refused);
  }

  /** The position is that in the request, whoever is left. */
  @Test
  void hold_processThatDoesNotComeUp_isLostToTheFinalistThatEndedTheLast() {
    script.addAll(List.of(wrong(0), lost(1, Loss.KILLED)));
    FinalsLoop.Device device =
        (request, _) -> {
          if (script.isEmpty()) {
            throw new EnvironmentException("No GPU is here.");
          }
          return next(request);
        };

    assertThatThrownBy(() -> hold(device))
        .isInstanceOfSatisfying(
            LostToFinalistException.class, e -> assertThat(e.position()).isEqualTo(2));
  }
}

package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;

final class DefaultRequirementTest extends PipelineFixture {

  private String message(Rejection reason, String said) {
    return CandidateEvaluator.rejected(spec(), new Rejected(reason, "small", said)).message();
  }

  @Test
  void rejected_defaultThatTimedOut_namesTheTimeoutAndAGreaterOne() {
    assertThat(message(Rejection.TIMEOUT, "Timed out after 1 s during timing."))
        .contains("Timed out after 1 s", "timeout.evaluation", "timeout: {evaluation: 2m}");
  }

  @Test
  void rejected_defaultOfAnotherReason_namesNoTimeout() {
    assertThat(message(Rejection.WRONG_RESULT, "C[7] is 1")).doesNotContain("timeout");
  }
}

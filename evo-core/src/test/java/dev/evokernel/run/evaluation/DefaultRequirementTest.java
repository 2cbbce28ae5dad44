package dev.evokernel.run.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;

final class DefaultRequirementTest extends PipelineFixture {

  private String message(Rejection reason, String said) {
    return DefaultRequirement.rejected(spec(), new Rejected(reason, "small", said)).message();
  }

  @Test
  void rejected_defaultThatTimedOut_namesTheTimeoutAndAGreaterOne() {
    assertThat(message(Rejection.TIMEOUT, "No end after 1.0 s at stage 'timing'."))
        .contains("No end after 1.0 s", "timeout.evaluation", "timeout: {evaluation: 2m}");
  }

  @Test
  void rejected_defaultOfAnotherReason_namesNoTimeout() {
    assertThat(message(Rejection.WRONG_RESULT, "C[7] is 1")).doesNotContain("timeout");
  }
}

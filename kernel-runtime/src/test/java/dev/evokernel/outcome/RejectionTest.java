package dev.evokernel.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RejectionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INPUT_MODIFIED | Input 'x' was overwritten (seed 1). | inout: true",
        "TIMEOUT | Timed out after 8 s. | a loop has no end",
        "ILLEGAL_ACCESS | Segfault. | 'dimensions'",
        "WRONG_RESULT | out[3] is 1, the reference is 2 (seed 1, second launch). | a race",
        "WRONG_RESULT | out[3] is 1, the reference is 2 (seed 1). | 'reference'",
        "NOT_FINITE | out[3] is NaN (seed 1). | the grid is too small",
        "NOT_REPEATABLE | The result differs. | Maybe a race",
        "NOT_REPEATABLE | The result differs. | 'repeatable: within-tolerance'",
      })
  void advice_ofARejection_goesByItsReason(Rejection reason, String message, String advice) {
    assertThat(reason.advice(message)).contains(advice);
  }

  @Test
  void advice_ofEveryReason_saysSomething() {
    assertThat(Rejection.values()).allSatisfy(reason -> assertThat(reason.advice("")).isNotBlank());
  }
}

package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.tuning.DefaultSearch.Rejections;
import org.junit.jupiter.api.Test;

final class RejectionsTest {

  @Test
  void byReason_isCountedWithTheMostFrequentFirst_andItsMessageIsTold() {
    var rejections = new Rejections();
    rejections.add(new Rejected(Rejection.COMPILE_ERROR, "", "no such type"));
    rejections.add(new Rejected(Rejection.WRONG_RESULT, "small", "out[3] is 0"));
    rejections.add(new Rejected(Rejection.WRONG_RESULT, "small", "out[3] is 0"));
    assertThat(rejections.count()).isEqualTo(3);
    assertThat(rejections.byReason()).isEqualTo("2 wrong-result, 1 compile-error");
    assertThat(rejections.mostFrequent()).isEqualTo("out[3] is 0");
  }
}

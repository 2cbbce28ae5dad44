package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RelativeErrorTest extends StoppingRuleContract {

  @Override
  StoppingRule rule() {
    return new RelativeError(0.01);
  }

  @Test
  void relativeError_normalNoise_isMetWhenTheMedianIsKnownWell() {
    // 1.2533 · 5 % / √n is 1 % at n = 39.
    assertThat(new RelativeError(0.01).isMet(samples(normal(0.05, 1), 15))).isFalse();
    assertThat(new RelativeError(0.01).isMet(samples(normal(0.05, 1), 120))).isTrue();
  }

  @Test
  void new_valueThatCannotBe_isRefused() {
    assertThatThrownBy(() -> new RelativeError(0))
        .hasMessageContaining("relative error must be > 0 and < 1, was 0.0");
  }
}

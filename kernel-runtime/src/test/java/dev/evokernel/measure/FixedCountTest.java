package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.outcome.Samples;
import org.junit.jupiter.api.Test;

class FixedCountTest extends StoppingRuleContract {

  @Override
  StoppingRule rule() {
    return new FixedCount(50);
  }

  @Test
  void fixedCount_isMetBySoMany() {
    assertThat(new FixedCount(3).isMet(Samples.of(1, 2))).isFalse();
    assertThat(new FixedCount(3).isMet(Samples.of(1, 2, 3))).isTrue();
  }

  @Test
  void new_valueThatCannotBe_isRefused() {
    assertThatThrownBy(() -> new FixedCount(0)).hasMessageContaining("count must be ≥ 1, was 0");
  }
}

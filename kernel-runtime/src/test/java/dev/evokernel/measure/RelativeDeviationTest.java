package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.outcome.Samples;
import org.junit.jupiter.api.Test;

class RelativeDeviationTest extends StoppingRuleContract {

  @Override
  StoppingRule rule() {
    return new RelativeDeviation(0.02);
  }

  @Test
  void relativeDeviation_countsScatterWhateverTheNumber() {
    assertThat(new RelativeDeviation(0.02).isMet(samples(normal(0.05, 1), 5000))).isFalse();
    assertThat(new RelativeDeviation(0.02).isMet(samples(normal(0.01, 1), 10))).isTrue();
    assertThat(new RelativeDeviation(0.02).isMet(Samples.of(1))).isFalse();
  }

  @Test
  void new_valueThatCannotBe_isRefused() {
    assertThatThrownBy(() -> new RelativeDeviation(1.5)).hasMessageContaining("was 1.5");
  }
}

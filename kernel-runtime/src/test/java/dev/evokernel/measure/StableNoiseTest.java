package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.outcome.Samples;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StableNoiseTest extends StoppingRuleContract {

  @Override
  StoppingRule rule() {
    return new StableNoise(0.005);
  }

  @Test
  void noises_ofAFewSamples_areTheirRelativeDeviations() {
    double[] nanos = {10, 12, 9, 30};

    double[] noises = StableNoise.noises(nanos);

    assertThat(noises).hasSize(3);
    Samples all = Samples.of(nanos);
    assertThat(noises[2]).isCloseTo(all.deviation() / all.mean(), within(1e-12));
  }

  @Test
  void stableNoise_scatterThatStays_isMetOnceItNoLongerChanges() {
    var rule = new StableNoise(0.005);

    assertThat(rule.isMet(samples(normal(0.10, 3), 40))).isFalse();
    assertThat(rule.isMet(samples(normal(0.10, 3), 2000))).isTrue();
    assertThat(rule.isMet(samples(normal(0.001, 3), 10))).isTrue();
  }

  @Test
  void stableNoise_scatterThatGrows_isNotMet() {
    double[] level = {1};
    var random = new SplittableRandom(5);

    Samples growing =
        samples(() -> 1000 * (1 + (level[0] *= 1.02) * 1e-3 * random.nextGaussian()), 250);

    assertThat(new StableNoise(0.005).isMet(growing)).isFalse();
  }

  @Test
  void new_valueThatCannotBe_isRefused() {
    assertThatThrownBy(() -> new StableNoise(1.5)).hasMessageContaining("was 1.5");
  }
}

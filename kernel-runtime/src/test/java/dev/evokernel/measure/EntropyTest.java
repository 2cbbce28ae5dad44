package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EntropyTest extends StoppingRuleContract {

  @Override
  StoppingRule rule() {
    return new Entropy(0.05);
  }

  @Test
  void entropies_ofTwoEquallyFrequentTimes_areOneBit() {
    double[] entropies = Entropy.entropies(new double[] {100, 200, 100, 200});

    assertThat(entropies[0]).isZero();
    assertThat(entropies[3]).isCloseTo(1, within(1e-12));
  }

  @Test
  void entropy_distributionThatIsKnown_isMetWhateverItsShape() {
    var peaks = new SplittableRandom(7);

    assertThat(new Entropy(0.05).isMet(samples(() -> peaks.nextBoolean() ? 100 : 250, 200)))
        .isTrue();
  }

  @Test
  void entropy_timesThatAreAlwaysNew_isNotMet() {
    double[] next = {100};

    assertThat(new Entropy(0.05).isMet(samples(() -> next[0] *= 1.01, 200))).isFalse();
  }

  @Test
  void new_valueThatCannotBe_isRefused() {
    assertThatThrownBy(() -> new Entropy(-1)).hasMessageContaining("≤ 10 bits, was -1.0");
  }
}

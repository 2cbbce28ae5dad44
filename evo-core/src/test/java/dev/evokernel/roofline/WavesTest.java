package dev.evokernel.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class WavesTest {

  @Test
  void tail_ofAGridThatFillsItsWaves_isNothing() {
    var waves = new Residency.Waves(4 * 132 * 2, 2, 132);
    assertThat(waves.exact()).isEqualTo(4);
    assertThat(waves.whole()).isEqualTo(4);
    assertThat(waves.tail()).isCloseTo(0, within(1e-12));
  }

  @Test
  void tail_ofOneBlockTooMany_isAlmostAWholeWave() {
    var waves = new Residency.Waves(2 * 132 + 1, 2, 132);
    assertThat(waves.whole()).isEqualTo(2);
    assertThat(waves.efficiency()).isCloseTo(265 / 528.0, within(1e-12));
  }

  @Test
  void efficiency_withinOneWave_isHowEvenlyTheBlocksAreSpread() {
    assertThat(new Residency.Waves(66, 2, 132).efficiency()).isCloseTo(0.5, within(1e-12));
    assertThat(new Residency.Waves(132, 2, 132).efficiency()).isCloseTo(1, within(1e-12));
    assertThat(new Residency.Waves(133, 2, 132).efficiency()).isCloseTo(133 / 264.0, within(1e-12));
  }

  @Test
  void of_nothingResident_isRefused() {
    assertThatThrownBy(() -> new Residency.Waves(1, 0, 132))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

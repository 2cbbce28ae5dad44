package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class WilsonTest {

  @Test
  void of_oneOfTen_hasThePublishedInterval() {
    Wilson wilson = Wilson.of(1, 10);
    assertThat(wilson.low()).isCloseTo(0.0179, within(5e-5));
    assertThat(wilson.high()).isCloseTo(0.4042, within(5e-5));
  }

  @Test
  void of_noneOrAll_stillHasAnInterval() {
    assertThat(Wilson.of(0, 200)).hasToString("0 of 200, 0.0 % (0.0 to 1.9 %)");
    assertThat(Wilson.of(60, 60).low()).isCloseTo(0.940, within(1e-3));
    assertThat(Wilson.of(60, 60).high()).isEqualTo(1);
  }

  @Test
  void of_nothing_isRefused() {
    assertThatThrownBy(() -> Wilson.of(0, 0)).hasMessage("0 of 0 is not a share.");
    assertThatThrownBy(() -> Wilson.of(3, 2)).hasMessage("3 of 2 is not a share.");
  }
}

package dev.evokernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SizesTest {

  @ParameterizedTest
  @CsvSource({
    "1KiB, 1024",
    "100MiB, 104857600",
    "4GiB, 4294967296",
    "2TiB, 2199023255552",
    "1025KiB, 1049600"
  })
  void parse_ofEachUnit_isExactAndReadsBack(String text, long bytes) {
    assertThat(Sizes.parse(text)).isEqualTo(bytes);
    assertThat(Sizes.text(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"4", "4GB", "iB", "GiB", "1.5GiB", "-", "9999999TiB", "99999999999999999GiB"})
  void parse_ofAnythingElse_isRefused(String text) {
    assertThatThrownBy(() -> Sizes.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}

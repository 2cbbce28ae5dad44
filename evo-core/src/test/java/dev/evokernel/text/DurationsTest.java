package dev.evokernel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({"90s, 90", "3m, 180", "8h, 28800", "1h30m, 5400", "2d, 172800", "1d1s, 86401"})
  void parse_ofEachUnit_isExact(String text, long seconds) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"90, 1m30s", "180, 3m", "5400, 1h30m", "86401, 1d1s", "0, 0s"})
  void text_ofDuration_parsesToItAgain(long seconds, String text) {
    assertThat(Durations.text(Duration.ofSeconds(seconds))).isEqualTo(text);
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void parse_ofMoreThanTheLongest_isRefusedWithBoth() {
    assertThat(Durations.parse("1000d")).isEqualTo(Duration.ofDays(1000));
    assertThatThrownBy(() -> Durations.parse("200000d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'200000d' exceeds the longest duration, 1000d");
  }
}

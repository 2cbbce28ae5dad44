package dev.evokernel.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RowInstantTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "2026-11-20T19:32:05.007Z",
        "2024-02-29T23:59:59.999Z",
        "0001-12-31T00:00:00.100Z"
      })
  void of_whatWasWritten_isTheInstant(String text) {
    Instant instant = Instant.parse(text);
    assertThat(Row.instantOf(Row.text(instant))).isEqualTo(instant);
  }

  @Test
  void of_anotherForm_isParsed() {
    assertThat(Row.instantOf("2026-11-20T19:32:05.1234Z"))
        .isEqualTo(Instant.parse("2026-11-20T19:32:05.123400Z"));
    assertThat(Row.instantOf("2026-11-20T19:32:05.12345678Z"))
        .isEqualTo(Instant.parse("2026-11-20T19:32:05.123456780Z"));
    assertThatThrownBy(() -> Row.instantOf("2026-13-20T19:32:05.000Z"))
        .isInstanceOf(DateTimeException.class);
    assertThatThrownBy(() -> Row.instantOf("2026-11-20T19:3x:05.000Z"))
        .isInstanceOf(DateTimeException.class);
  }
}

package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

final class JsonProblemTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{|line 1",
        "{'a': 1, }|line 1, column 10",
        "[1, 2 3]|line 1, column",
        "nonsense|nonsense"
      })
  void of_textThatIsNoJson_saysWhereAndNamesNoSetting(String text, String said) {
    JacksonException failure =
        catchThrowableOfType(
            JacksonException.class,
            () -> JsonMapper.builder().build().readTree(text.replace('\'', '"')));
    assertThat(JsonProblem.of(failure))
        .contains(said)
        .doesNotContain("Source", "Feature", "REDACTED", "(code");
  }
}

package dev.evokernel.expr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

  @ParameterizedTest
  @CsvSource({
    "kernel, kernel, 0",
    "kernel, Kernel, 0",
    "kernel, kernl, 1",
    "kernel, kenrel, 1",
    "kitten, sitting, 3",
    "'', abc, 3"
  })
  void distance_ofTwoWords_countsEdits(String one, String other, int expected) {
    assertThat(Spelling.distance(one, other)).isEqualTo(expected);
    assertThat(Spelling.distance(other, one)).isEqualTo(expected);
  }

  @Test
  void nearest_withNothingNear_isEmpty() {
    assertThat(Spelling.nearest("threads", List.of("TILE_M", "TILE_N"))).isEmpty();
  }

  @Test
  void nearest_withSeveralAsNear_isTheFirstInOrder() {
    assertThat(Spelling.nearest("TILE_K", List.of("TILE_N", "TILE_M"))).contains("TILE_M");
  }

  @Test
  void advice_withNothingNear_listsWhatIsKnown() {
    assertThat(Spelling.advice("threads", List.of("M", "N"))).isEqualTo("Known: M, N.");
  }
}

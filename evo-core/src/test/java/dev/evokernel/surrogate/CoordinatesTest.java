package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.space.Spaces;
import dev.evokernel.surrogate.Coordinates.Sense;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoordinatesTest {

  @Test
  void apart_powersOfTwo_standAtEqualDistances() {
    var coordinates =
        new Coordinates(List.of(Spaces.integers("TILE", 16, 32, 64, 128, 256)), false);
    for (int i = 0; i < 4; i++) {
      assertThat(coordinates.apart(0, Sense.ALONG, i, i + 1)).isCloseTo(0.25, within(1e-12));
    }
    assertThat(coordinates.apart(0, Sense.ALONG, 0, 4)).isCloseTo(1, within(1e-12));
  }

  @Test
  void apart_multiplesOf32_areNearerInOctavesAtTheUpperEnd() {
    var coordinates =
        new Coordinates(List.of(Spaces.integers("THREADS", 32, 64, 96, 128, 160)), false);
    assertThat(coordinates.apart(0, Sense.ALONG, 0, 1))
        .isGreaterThan(coordinates.apart(0, Sense.ALONG, 3, 4));
  }

  @Test
  void apart_alignment_countsHowOftenTwoDivides() {
    var coordinates =
        new Coordinates(List.of(Spaces.integers("THREADS", 96, 97, 128, 160, 0)), false);
    assertThat(coordinates.apart(0, Sense.ALIGNMENT, 0, 3)).isZero();
    assertThat(coordinates.apart(0, Sense.ALIGNMENT, 0, 1)).isEqualTo(5);
    assertThat(coordinates.apart(0, Sense.ALIGNMENT, 1, 4)).isZero();
  }

  @Test
  void apart_words_areAlikeOrNot() {
    var coordinates =
        new Coordinates(List.of(Spaces.words("LAYOUT", "row", "column", "tiled")), false);
    assertThat(coordinates.apart(0, Sense.ALONG, 0, 2)).isZero();
    assertThat(coordinates.apart(0, Sense.OTHER, 0, 2)).isEqualTo(1);
    assertThat(coordinates.apart(0, Sense.OTHER, 1, 1)).isZero();
  }

  @Test
  void apart_zeroAndNegativeNumbers_areCountedInSteps() {
    var coordinates = new Coordinates(List.of(Spaces.integers("OFFSET", -1, 0, 1)), false);
    assertThat(coordinates.apart(0, Sense.ALONG, 0, 1)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void count_parametersWithOneValue_areLeftOut() {
    var coordinates =
        new Coordinates(List.of(Spaces.integers("FIXED", 7), Spaces.range("FREE", 1, 3)), false);
    assertThat(coordinates.count()).isEqualTo(1);
    assertThat(coordinates.parameter(0)).isEqualTo(1);
  }
}

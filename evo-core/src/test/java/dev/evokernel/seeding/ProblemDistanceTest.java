package dev.evokernel.seeding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.kernel.Shape;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProblemDistanceTest {

  private static Shape shape(long m, long n) {
    return new Shape("any", Map.of("M", m, "N", n));
  }

  @Test
  void of_shapes_countsDoublingsOfEachDimensionEitherWay() {
    assertThat(ProblemDistance.of(shape(128, 64), shape(128, 64))).hasValue(0);
    assertThat(ProblemDistance.of(shape(128, 64), shape(256, 64)).orElseThrow())
        .isCloseTo(1, within(1e-12));
    assertThat(ProblemDistance.of(shape(256, 64), shape(128, 512)).orElseThrow())
        .isCloseTo(4, within(1e-12));
  }

  @Test
  void of_shapesWithOtherDimensions_isNone() {
    assertThat(ProblemDistance.of(shape(128, 64), new Shape("other", Map.of("M", 128L)))).isEmpty();
    assertThat(ProblemDistance.of(shape(128, 0), shape(128, 64))).isEmpty();
    assertThat(ProblemDistance.of(shape(128, 0), shape(128, 0))).hasValue(0);
  }

  @Test
  void ofDevices_theSameModel_thenTheSameArchitecture_thenAnyOther() {
    Optional<String> hopper = Optional.of("sm_90");
    assertThat(ProblemDistance.ofDevices("H200", hopper, "H200", Optional.empty())).isEqualTo(0);
    assertThat(ProblemDistance.ofDevices("H200", hopper, "H100", hopper)).isEqualTo(1);
    assertThat(ProblemDistance.ofDevices("H200", hopper, "L4", Optional.of("sm_89"))).isEqualTo(2);
    assertThat(ProblemDistance.ofDevices("H200", Optional.empty(), "L4", Optional.empty()))
        .isEqualTo(2);
  }
}

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;

/** What a launch says of its attributes; no driver is called. */
class LaunchAttributesTest {

  private static Call call(int blocks, Optional<Call.Extents> cluster, boolean cooperative) {
    return new Call(
        new Handles.Function(),
        new Call.Extents(blocks, 1, 1),
        new Call.Extents(128, 1, 1),
        cluster,
        4096,
        cooperative,
        List.of());
  }

  @Test
  void require_ofGridThatFits_isSilent() {
    assertThatCode(() -> Launches.requireHeld(call(264, Optional.empty(), true), 264, 132))
        .doesNotThrowAnyException();
  }

  @Test
  void require_ofLargerGrid_namesTheLargest() {
    assertThatThrownBy(() -> Launches.requireHeld(call(265, Optional.empty(), true), 264, 132))
        .isInstanceOfSatisfying(
            RejectionException.class,
            e -> assertThat(e.reason()).isEqualTo(Rejection.RESOURCE_LIMIT))
        .hasMessageContaining("A cooperative launch has 265 blocks, but the device holds only 264")
        .hasMessageContaining("4096 bytes of dynamic shared memory")
        .hasMessageContaining("Give it a grid of at most 264 blocks");
  }

  @Test
  void configuration_ofEachAttribute_countsThemAll() {
    var two = Optional.of(new Call.Extents(2, 1, 1));
    assertThat(attributes(call(8, Optional.empty(), false))).isEmpty();
    assertThat(attributes(call(8, Optional.of(new Call.Extents(1, 1, 1)), false))).isEmpty();
    assertThat(attributes(call(8, two, false)))
        .containsExactly(LaunchConfiguration.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, 2);
    assertThat(attributes(call(8, Optional.empty(), true)))
        .containsExactly(LaunchConfiguration.CU_LAUNCH_ATTRIBUTE_COOPERATIVE, 1);
    assertThat(attributes(call(8, two, true)))
        .containsExactly(
            LaunchConfiguration.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
            2,
            LaunchConfiguration.CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
            1);
  }

  /** The number and the first value of each attribute. */
  private static int[] attributes(Call call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment config = LaunchConfiguration.of(call, new Handles.Stream(), arena);
      int count =
          config.get(
              ValueLayout.JAVA_INT,
              LaunchConfiguration.offset(LaunchConfiguration.CONFIG, "numAttrs"));
      long size = LaunchConfiguration.ATTRIBUTE.byteSize();
      MemorySegment all =
          config
              .get(
                  ValueLayout.ADDRESS,
                  LaunchConfiguration.offset(LaunchConfiguration.CONFIG, "attrs"))
              .reinterpret(count * size);
      int[] found = new int[2 * count];
      for (int i = 0; i < count; i++) {
        found[2 * i] = all.get(ValueLayout.JAVA_INT, i * size);
        found[2 * i + 1] =
            all.get(
                ValueLayout.JAVA_INT,
                i * size + LaunchConfiguration.offset(LaunchConfiguration.ATTRIBUTE, "valueX"));
      }
      return found;
    }
  }
}

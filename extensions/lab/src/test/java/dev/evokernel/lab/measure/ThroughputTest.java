package dev.evokernel.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ThroughputTest {

  @Test
  void spread_takesTheFirstAndOthersAtEvenDistances() {
    assertThat(Throughput.spread(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), 3))
        .containsExactly(0, 3, 6);
    assertThat(Throughput.spread(List.of(0, 1), 3)).containsExactly(0, 1);
  }
}

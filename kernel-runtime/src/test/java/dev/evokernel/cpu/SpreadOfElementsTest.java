package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.data.Spread;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Tolerance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadOfElementsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 17, 1023, 126_177, 1_000_003})
  void spread_ofMaskedElements_isThatOfThePlainOnes(int count) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment plain = arena.allocate((long) count * Float.BYTES, 64);
      MemorySegment masked = arena.allocate(plain.byteSize(), 64);
      for (int i = 0; i < count; i++) {
        plain.setAtIndex(ValueLayout.JAVA_FLOAT, i, (i + 1) % 1000 - 499);
      }
      Mask mask = Mask.random();
      mask.copy(plain, masked);

      Spread spread = new Differences.Elements(ElementType.F32, masked, mask).spread("y");

      assertThat(spread).isEqualTo(new Differences.Elements(ElementType.F32, plain).spread("y"));
      assertThat(spread.low()).isEqualTo(count < 1000 ? -498 : -499);
      assertThat(spread.high()).isEqualTo(count < 1000 ? count - 499 : 500);
      assertThat(spread.weakness(new Tolerance(1e-3, 1e-3)).isPresent()).isEqualTo(count == 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2000, 1_000_003})
  void spread_ofZerosWithOneOutlier_isWeak(int count) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment plain = arena.allocate((long) count * Float.BYTES, 64);
      plain.setAtIndex(ValueLayout.JAVA_FLOAT, count / 3, 7);

      Spread spread = new Differences.Elements(ElementType.F32, plain).spread("y");

      assertThat(spread.high()).isEqualTo(7);
      assertThat(spread.weakness(new Tolerance(1e-3, 1e-3)).orElseThrow()).contains("nearly all");
    }
  }
}

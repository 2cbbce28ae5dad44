package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 24, 65_536, 65_541, 200_003})
  void lifted_ofWhatWasMasked_isPlainAgainAndThePagesAreNot(int bytes) {
    byte[] plain = new byte[bytes];
    Arrays.fill(plain, (byte) 7);
    var masked = MemorySegment.ofArray(new byte[bytes]);
    Mask mask = Mask.random();

    mask.copy(MemorySegment.ofArray(plain), masked);

    byte[] lifted = new byte[bytes];
    mask.lifted(masked, 0, bytes).get(lifted);
    assertThat(lifted).isEqualTo(plain);
    assertThat(bytes > 7 && Arrays.equals(masked.toArray(ValueLayout.JAVA_BYTE), plain)).isFalse();
    if (bytes > 16) {
      byte[] rest = new byte[bytes - 16];
      mask.lifted(masked, 16, rest.length).get(rest);
      assertThat(rest).containsOnly(7);
    }
  }
}

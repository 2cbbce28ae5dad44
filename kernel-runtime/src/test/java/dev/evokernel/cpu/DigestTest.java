package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

final class DigestTest {

  private final RandomGenerator random = new SplittableRandom(3);

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static long of(byte[] bytes) {
    return Digest.SECRET.of(MemorySegment.ofArray(bytes));
  }

  @Test
  void of_equalBytes_areEqual() {
    byte[] some = bytes(100_003);
    assertThat(of(some.clone())).isEqualTo(of(some));
  }

  @Test
  void of_anyChangedBit_differs() {
    byte[] some = bytes(70_001);
    long before = of(some);
    for (int i = 0; i < 2_000; i++) {
      int at = random.nextInt(some.length);
      some[at] ^= (byte) (1 << random.nextInt(8));
      assertThat(of(some)).isNotEqualTo(before);
      before = of(some);
    }
  }

  @Test
  void of_zeros_differWithTheirNumber() {
    assertThat(IntStream.range(0, 64).mapToObj(count -> of(new byte[count])))
        .doesNotHaveDuplicates();
  }

  /** Without a key, these two flips cancel in any chain of xor, odd multiplication and rotation. */
  @Test
  void of_changesThatCancelWithoutAKey_differs() {
    byte[] some = bytes(4096);
    for (int distance = 1; distance < 9; distance++) {
      for (int rotated = 0; rotated < 64; rotated++) {
        byte[] other = some.clone();
        other[7] ^= (byte) 0x80;
        other[8 * distance + rotated / 8] ^= (byte) (1 << rotated % 8);
        assertThat(of(other)).isNotEqualTo(of(some));
      }
    }
  }
}

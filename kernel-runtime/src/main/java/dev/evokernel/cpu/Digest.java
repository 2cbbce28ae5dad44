package dev.evokernel.cpu;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Digest of memory with 64 bits, in four lanes of multiply and rotate so that it runs at the speed
 * of memory. Each step is a bijection of the lane, so that a single changed word always changes the
 * digest.
 */
final class Digest {

  private static final int CHUNK = 4096;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private Digest() {}

  static long of(MemorySegment memory) {
    long[] words = new long[CHUNK];
    long a = 1;
    long b = 2;
    long c = 3;
    long d = memory.byteSize();
    long position = 0;
    while (position < memory.byteSize()) {
      int bytes = (int) Math.min(CHUNK * 8L, memory.byteSize() - position);
      int count = Math.ceilDiv(bytes, 32) * 4;
      Arrays.fill(words, Math.max(0, count - 4), count, 0);
      MemorySegment.copy(memory, position, MemorySegment.ofArray(words), 0, bytes);
      for (int i = 0; i < count; i += 4) {
        a = mix(a, words[i]);
        b = mix(b, words[i + 1]);
        c = mix(c, words[i + 2]);
        d = mix(d, words[i + 3]);
      }
      position += bytes;
    }
    return mix(mix(mix(a, b), c), d);
  }

  static long combine(long first, long second) {
    return mix(first, second);
  }

  private static long mix(long lane, long word) {
    return Long.rotateLeft((lane ^ word) * FACTOR, 29);
  }
}

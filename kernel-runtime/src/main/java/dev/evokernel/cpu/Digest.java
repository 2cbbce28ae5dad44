package dev.evokernel.cpu;

import module java.base;

/**
 * Digest of memory with 64 bits and a secret key, at the speed of memory.
 *
 * <p>Each block of 32 KiB is hashed by NH of UMAC (Black, Halevi, Krawczyk, Krovetz and Rogaway,
 * 1999), which needs one multiplication for a word. Two blocks that differ have equal hashes with a
 * probability of at most 2⁻³² over the keys. A kernel thus cannot write a few bytes that give other
 * outputs the digest of right ones. Each process draws its key, so digests of two processes differ.
 */
final class Digest {

  private static final int BLOCK = 4096;
  private static final long LOW = 0xFFFF_FFFFL;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long[] KEY = RANDOM.longs(BLOCK).toArray();
  private static final long START = RANDOM.nextLong();
  private static final long FACTOR = RANDOM.nextLong() | 1;

  private Digest() {}

  static long of(MemorySegment memory) {
    long[] words = new long[(int) Math.min(BLOCK, Math.ceilDiv(memory.byteSize(), Long.BYTES))];
    long digest = START ^ memory.byteSize();
    for (long position = 0; position < memory.byteSize(); position += BLOCK * (long) Long.BYTES) {
      int bytes = (int) Math.min(BLOCK * (long) Long.BYTES, memory.byteSize() - position);
      int count = Math.ceilDiv(bytes, Long.BYTES);
      Arrays.fill(words, count - 1, count, 0);
      MemorySegment.copy(memory, position, MemorySegment.ofArray(words), 0, bytes);
      digest = combine(digest, hash(words, count));
    }
    return digest;
  }

  static long combine(long first, long second) {
    return Long.rotateLeft((first ^ second) * FACTOR, 29);
  }

  private static long hash(long[] words, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long word = words[i];
      long key = KEY[i];
      sum += (word + key & LOW) * ((word >>> 32) + (key >>> 32) & LOW);
    }
    return sum;
  }
}

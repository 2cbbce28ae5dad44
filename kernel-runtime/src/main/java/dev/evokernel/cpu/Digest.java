package dev.evokernel.cpu;

import module java.base;

/**
 * Digest of memory with 64 bits and a key, at the speed of memory.
 *
 * <p>Each block of 32 KiB is hashed by NH of UMAC (Black, Halevi, Krawczyk, Krovetz and Rogaway,
 * 1999), which needs one multiplication for a word. Two blocks that differ have equal hashes with a
 * probability of at most 2⁻³² over the keys. A kernel thus cannot write a few bytes that give other
 * outputs the digest of right ones, if the key is secret.
 */
final class Digest {

  private static final int BLOCK = 4096;
  private static final long LOW = 0xFFFF_FFFFL;

  static final Digest SECRET = new Digest(new SecureRandom());

  /** Digests that are equal in every process. */
  static final Digest OPEN = new Digest(new SplittableRandom(1));

  private final long[] keys;
  private final long start;
  private final long factor;

  private Digest(RandomGenerator random) {
    this.keys = random.longs(BLOCK).toArray();
    this.start = random.nextLong();
    this.factor = random.nextLong() | 1;
  }

  long of(MemorySegment memory) {
    long[] words = new long[(int) Math.min(BLOCK, Math.ceilDiv(memory.byteSize(), Long.BYTES))];
    long digest = start ^ memory.byteSize();
    for (long position = 0; position < memory.byteSize(); position += BLOCK * (long) Long.BYTES) {
      int bytes = (int) Math.min(BLOCK * (long) Long.BYTES, memory.byteSize() - position);
      int count = Math.ceilDiv(bytes, Long.BYTES);
      Arrays.fill(words, count - 1, count, 0);
      MemorySegment.copy(memory, position, MemorySegment.ofArray(words), 0, bytes);
      digest = combine(digest, hash(words, count));
    }
    return digest;
  }

  long combine(long first, long second) {
    return Long.rotateLeft((first ^ second) * factor, 29);
  }

  private long hash(long[] words, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long word = words[i];
      long key = keys[i];
      sum += (word + key & LOW) * ((word >>> 32) + (key >>> 32) & LOW);
    }
    return sum;
  }
}

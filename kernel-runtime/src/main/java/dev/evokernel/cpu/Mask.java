package dev.evokernel.cpu;

import module java.base;

/**
 * Mask that hides the expected outputs in memory that a candidate can read. Each word is combined
 * with one that follows from its position and a random key, so that a search of the process's
 * memory finds no right result.
 *
 * @param key 0 for none
 */
public record Mask(long key) {

  public static final Mask NONE = new Mask(0);

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long STEP = 0x9E3779B97F4A7C15L;
  private static final long FIRST = 0xBF58476D1CE4E5B9L;
  private static final long SECOND = 0x94D049BB133111EBL;

  public static Mask random() {
    return new Mask(RANDOM.nextLong() | 1);
  }

  public void copy(MemorySegment from, MemorySegment to) {
    byte[] piece = new byte[1 << 16];
    for (long at = 0; at < from.byteSize(); at += piece.length) {
      int bytes = (int) Math.min(piece.length, from.byteSize() - at);
      MemorySegment.copy(from, ValueLayout.JAVA_BYTE, at, piece, 0, bytes);
      apply(piece, bytes, at);
      MemorySegment.copy(piece, 0, to, ValueLayout.JAVA_BYTE, at, bytes);
    }
  }

  /**
   * Reads plain bytes from masked memory.
   *
   * @param first a multiple of 8, in bytes
   */
  public ByteBuffer lifted(MemorySegment memory, long first, int bytes) {
    if (key == 0) {
      return memory.asSlice(first, bytes).asByteBuffer();
    }
    byte[] piece = memory.asSlice(first, bytes).toArray(ValueLayout.JAVA_BYTE);
    apply(piece, bytes, first);
    return ByteBuffer.wrap(piece);
  }

  private void apply(byte[] piece, int bytes, long position) {
    ByteBuffer words = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
    int whole = bytes - bytes % Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      words.putLong(i, words.getLong(i) ^ word((position + i) / Long.BYTES));
    }
    long last = word((position + whole) / Long.BYTES);
    for (int i = whole; i < bytes; i++) {
      piece[i] ^= (byte) (last >>> (8 * (i - whole)));
    }
  }

  /** Word of a position by SplitMix64, by Steele, Lea and Flood (2014). */
  private long word(long position) {
    long mixed = key + position * STEP;
    mixed = (mixed ^ (mixed >>> 30)) * FIRST;
    mixed = (mixed ^ (mixed >>> 27)) * SECOND;
    return mixed ^ (mixed >>> 31);
  }
}

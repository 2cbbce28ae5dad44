package dev.evokernel.cuda.memory;

import module java.base;

import dev.evokernel.cuda.driver.MappedMemory;

/**
 * Device memory of random sizes that a process occupies before anything else. Buffers and programs
 * then have different addresses in every process, as in a user's own program. The ratio of two
 * programs depends slightly on addresses, and confidence intervals of finals show only differences
 * between processes.
 */
public final class Ballast implements AutoCloseable {

  private static final int PIECES = 16;

  /** Inverse of the share of the free memory that all pieces may occupy. */
  private static final int SHARE = 64;

  private final List<Runnable> pieces = new ArrayList<>();

  public Ballast(RandomGenerator random) {
    long most = Math.max(2, Memory.free() / SHARE / (2 * PIECES));
    boolean maps = MappedMemory.isSupported();
    for (int i = random.nextInt(PIECES); i > 0; i--) {
      pieces.add(Memory.allocate(random.nextLong(1, most))::close);
      if (maps) {
        pieces.add(MappedMemory.allocate(random.nextLong(1, most))::close);
      }
    }
  }

  @Override
  public void close() {
    pieces.forEach(Runnable::run);
    pieces.clear();
  }
}

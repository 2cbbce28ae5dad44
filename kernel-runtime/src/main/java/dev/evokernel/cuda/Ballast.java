package dev.evokernel.cuda;

import dev.evokernel.cuda.driver.MappedMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Device memory that a process occupies before anything else, pieces of random sizes: so buffers
 * and programs lie at other addresses in every process, as they do in a user's own program. A ratio
 * of two programs depends on that a little, and only what differs between the processes of finals
 * shows in their intervals.
 */
final class Ballast implements AutoCloseable {

  private static final int PIECES = 16;

  /** All pieces together are at most this part of the memory that is free. */
  private static final int SHARE = 64;

  private final List<Runnable> pieces = new ArrayList<>();

  /** On the device of the current context. */
  Ballast(RandomGenerator random) {
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

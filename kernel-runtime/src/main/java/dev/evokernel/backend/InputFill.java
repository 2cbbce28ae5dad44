package dev.evokernel.backend;

import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import java.util.SplittableRandom;

/**
 * The elements of one input, in order: the same for the same seed and argument on every backend.
 *
 * <p>Integers are whole numbers that saturate at their type's ends.
 */
public final class InputFill {

  private final Fill fill;
  private final ElementType type;
  private final SplittableRandom random;
  private long index;

  /**
   * @param argument the argument's position, which gives it a random stream of its own
   */
  public InputFill(Fill fill, ElementType type, long seed, int argument) {
    this.fill = fill;
    this.type = type;
    this.random = new SplittableRandom(new SplittableRandom(seed + argument).nextLong() ^ argument);
  }

  /** Writes the next {@code count} elements to the start of {@code chunk}. */
  public void next(double[] chunk, int count) {
    switch (fill) {
      case Fill.Normal(double mean, double deviation) -> {
        for (int i = 0; i < count; i++) {
          chunk[i] = mean + deviation * random.nextGaussian();
        }
      }
      case Fill.Uniform(double low, double high) -> {
        for (int i = 0; i < count; i++) {
          chunk[i] = low + (high - low) * random.nextDouble();
        }
      }
      case Fill.Constant(double value) -> java.util.Arrays.fill(chunk, 0, count, value);
      case Fill.Index() -> {
        for (int i = 0; i < count; i++) {
          chunk[i] = index + i;
        }
      }
    }
    index += count;
    if (!type.isFloating()) {
      for (int i = 0; i < count; i++) {
        chunk[i] = Math.floor(chunk[i]);
      }
    }
  }
}

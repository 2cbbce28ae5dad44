package dev.evokernel.backend;

import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Signature;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The elements of one input, in order: the same for the same seed and argument on every backend, to
 * the last bit.
 *
 * <p>The random number behind an element depends on its index alone, being the finaliser of
 * SplitMix64 (Steele, Lea and Flood, 2014) over a counter, so that a device can compute all of them
 * at once. Integers are whole numbers that saturate at their type's ends.
 */
public final class InputFill {

  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;

  private final Fill fill;
  private final ElementType type;
  private final long stream;
  private long index;

  /**
   * @param argument the argument's position, which gives it a random stream of its own
   */
  public InputFill(Fill fill, ElementType type, long seed, int argument) {
    this.fill = fill;
    this.type = type;
    this.stream = stream(seed, argument);
  }

  /** The elements of one of a kernel's inputs. */
  public InputFill(InputSet inputSet, Signature.Input input) {
    this(inputSet.fill(input.buffer()), input.buffer().type(), inputSet.seed(), input.stream());
  }

  /** From where the counter of an argument runs. */
  public static long stream(long seed, int argument) {
    return new SplittableRandom(seed + argument).nextLong() ^ argument;
  }

  /** Writes the next {@code count} elements to the start of {@code chunk}. */
  public void next(double[] chunk, int count) {
    fill(fill, chunk, count);
    index += count;
    if (!type.isFloating()) {
      for (int i = 0; i < count; i++) {
        chunk[i] = Math.floor(chunk[i]);
      }
    }
  }

  private void fill(Fill from, double[] chunk, int count) {
    switch (from) {
      case Fill.Normal(double mean, double deviation) -> {
        for (int i = 0; i < count; i++) {
          double p = (random(index + i) >>> 11 | 1) * 0x1p-53;
          chunk[i] = mean + deviation * NormalQuantile.of(p);
        }
      }
      case Fill.Uniform(double low, double high) -> {
        double width = high - low;
        for (int i = 0; i < count; i++) {
          chunk[i] = low + width * ((random(index + i) >>> 11) * 0x1p-53);
        }
      }
      case Fill.Constant(double value) -> Arrays.fill(chunk, 0, count, value);
      case Fill.Index() -> {
        for (int i = 0; i < count; i++) {
          chunk[i] = index + i;
        }
      }
      case Fill.Pierced(Fill rest) -> {
        fill(rest, chunk, count);
        for (int i = 0; i < count; i++) {
          // The bits that tell holes are not those that make numbers.
          chunk[i] = (random(index + i) & 7) == 7 ? Double.NEGATIVE_INFINITY : chunk[i];
        }
      }
    }
  }

  private long random(long element) {
    long x = stream + (element + 1) * GOLDEN;
    x = (x ^ (x >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return x ^ (x >>> 31);
  }
}

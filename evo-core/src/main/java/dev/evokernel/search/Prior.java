package dev.evokernel.search;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;

/**
 * Measurements of a kernel's configurations from elsewhere: a miniature, another device, an earlier
 * run near by. A search learns how far they follow its own.
 *
 * @param source as in an origin, for example {@code recording of NVIDIA A100}
 * @param shapes on which the configurations were timed; empty if the times are of no shape
 * @param timed at least one
 */
public record Prior(String source, List<Shape> shapes, List<Timed> timed) {

  /** File in the folder of a run that knew something. */
  public static final String FILE = "known.json";

  /** How the job of such a run names the file. */
  public static final String REFERENCE = "prior: \"" + FILE + "\"";

  /**
   * A configuration with a time on each shape, {@link Double#NaN} if there is none; a single time
   * without shapes. The unit does not matter.
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Timed(Configuration configuration, double... times) {

    /** Geometric mean of the times; {@link Double#NaN} if one is missing. */
    public double mean() {
      return StrictMath.exp(Arrays.stream(times).map(StrictMath::log).average().orElse(Double.NaN));
    }
  }

  public Prior {
    shapes = List.copyOf(shapes);
    timed = List.copyOf(timed);
  }

  /** Keeps at most so many configurations: the better half, and an even sample of the others. */
  public Prior reducedTo(int most) {
    if (timed.size() <= most) {
      return this;
    }
    List<Timed> sorted =
        timed.stream().sorted(Comparator.comparingDouble(Timed::mean)).toList(); // NaN last
    int better = most / 2;
    double step = (double) (sorted.size() - better) / (most - better);
    List<Timed> kept = new ArrayList<>(sorted.subList(0, better));
    for (int i = 0; i < most - better; i++) {
      kept.add(sorted.get(better + (int) (i * step)));
    }
    return new Prior(source, shapes, kept);
  }
}

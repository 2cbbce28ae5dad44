package dev.evokernel.backend.data;

import module java.base;

import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Tolerance;

/**
 * Range of the expected elements of one output.
 *
 * @param high the largest finite element; below {@code low} where none is finite
 * @param usualLow like {@code low}, without the tenth of the parts that has the lowest elements
 * @param usualHigh like {@code high}, without the tenth of the parts that has the highest
 * @param rms root mean square of the finite elements; 0 where no tolerance {@linkplain #needsRms
 *     needs} it
 */
public record Spread(
    String argument, double low, double high, double usualLow, double usualHigh, double rms) {

  @FunctionalInterface
  public interface Reader {
    void read(long first, int count, double[] values);
  }

  /** Adds the RMS of elements in a device's memory, which are downloaded from a byte on. */
  public Spread withRms(ElementType type, long elements, ObjLongConsumer<MemorySegment> download) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment some = arena.allocate(type.bytes(CHUNK), Long.BYTES);
      return withRms(
          elements,
          (first, count, values) -> {
            download.accept(some.asSlice(0, type.bytes(count)), type.bytes(first));
            Elements.read(type, some.asByteBuffer().order(ByteOrder.nativeOrder()), count, values);
          });
    }
  }

  private static final int CHUNK = 1 << 16;

  /** Outliers beyond this multiple of the allowed error make an output of zeros wrong. */
  private static final double LARGEST = 4;

  private static final int LEFT_OUT = 10;

  public Spread(String argument, double low, double high) {
    this(argument, low, high, low, high, 0);
  }

  /** Joins the ranges of an output's parts; a part without finite elements has infinite ends. */
  public static Spread of(String argument, DoubleStream lows, DoubleStream highs) {
    double[] low = lows.filter(Double::isFinite).sorted().toArray();
    double[] high = highs.filter(Double::isFinite).sorted().toArray();
    int last = high.length - 1;
    return last < 0
        ? new Spread(argument, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
        : new Spread(
            argument,
            low[0],
            high[last],
            low[low.length / LEFT_OUT],
            high[last - last / LEFT_OUT],
            0);
  }

  public Spread withRms(long elements, Reader reader) {
    double[] values = new double[CHUNK];
    double squares = 0;
    long finite = 0;
    for (long first = 0; first < elements; first += CHUNK) {
      int count = (int) Math.min(CHUNK, elements - first);
      reader.read(first, count, values);
      for (int i = 0; i < count; i++) {
        if (Double.isFinite(values[i])) {
          squares += values[i] * values[i];
          finite++;
        }
      }
    }
    double mean = Math.sqrt(squares / Math.max(1, finite));
    return new Spread(argument, low, high, usualLow, usualHigh, mean);
  }

  /**
   * Whether an output of zeros passes on nearly all elements, and nearly on the largest. Needs the
   * RMS.
   */
  public boolean passesZeros(Tolerance tolerance) {
    return rms > 0 && rms <= allowed(tolerance) && isNear(tolerance);
  }

  /** Whether {@link #withRms} is needed to judge outputs with a tolerance. */
  public boolean needsRms(Tolerance tolerance) {
    return tolerance.rms() > 0 || isNear(tolerance);
  }

  private boolean isNear(Tolerance tolerance) {
    return (1 - tolerance.relative()) * magnitude() <= LARGEST * allowed(tolerance);
  }

  private double allowed(Tolerance tolerance) {
    return tolerance.absolute() + tolerance.rms() * rms;
  }

  /** Largest magnitude; 0 where no element is finite. */
  public double magnitude() {
    return high < low ? 0 : Math.max(Math.abs(low), Math.abs(high));
  }

  /** Weakness of the correctness gate on these elements; empty if there is none. */
  public Optional<String> weakness(Tolerance tolerance) {
    String all = usualLow > low || usualHigh < high ? "nearly all" : "all";
    double magnitude = new Spread(argument, usualLow, usualHigh).magnitude();
    double allowed = allowed(tolerance) + tolerance.relative() * magnitude;
    if (magnitude <= allowed(tolerance)) {
      return Optional.of(
          "%s of '%s' lies within %s of zero, and an output of zeros would pass"
              .formatted(all, argument, allowed(tolerance)));
    }
    return usualHigh - usualLow <= 2 * allowed
        ? Optional.of(
            "%s of '%s' lies between %s and %s, and an output of one constant would pass"
                .formatted(all, argument, usualLow, usualHigh))
        : Optional.empty();
  }
}

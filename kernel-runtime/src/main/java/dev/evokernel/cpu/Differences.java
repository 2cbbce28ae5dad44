package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.OutputComparison;

/** Comparison of an output with the expected one, element by element, in double precision. */
final class Differences {

  private static final int CHUNK = 8192;

  /** Parts whose ranges are found, and what the elements of one are a multiple of. */
  private static final int PARTS = 64;

  private static final int LEAST = 16;

  private final Criterion criterion;
  private long index;
  private long wrong;
  private long notFinite;
  private long worstIndex;
  private double worstActual;
  private double worstExpected;
  private double worst = -1;

  private Differences(Criterion criterion) {
    this.criterion = criterion;
  }

  /**
   * Elements of one type in memory.
   *
   * @param mask of the memory; {@link Mask#NONE} for plain elements
   */
  record Elements(ElementType type, MemorySegment memory, Mask mask) {

    Elements(ElementType type, MemorySegment memory) {
      this(type, memory, Mask.NONE);
    }

    long count() {
      return type.elements(memory.byteSize());
    }

    Spread spread(String argument) {
      int part = LEAST * Math.clamp(count() / PARTS / LEAST, 1, CHUNK / LEAST);
      var lows = DoubleStream.builder();
      var highs = DoubleStream.builder();
      double[] values = new double[part];
      for (long first = 0; first < count(); first += part) {
        int some = (int) Math.min(part, count() - first);
        read(first, some, values);
        var range = Arrays.stream(values, 0, some).filter(Double::isFinite).summaryStatistics();
        lows.add(range.getMin());
        highs.add(range.getMax());
      }
      return Spread.of(argument, lows.build(), highs.build()).withRms(count(), this::read);
    }

    /** Plain bytes, from a multiple of 8. */
    ByteBuffer bytes(long offset, int count) {
      return mask.lifted(memory, offset, count).order(ByteOrder.nativeOrder());
    }

    private void read(long first, int count, double[] values) {
      dev.evokernel.backend.data.Elements.read(
          type, bytes(type.bytes(first), (int) type.bytes(count)), count, values);
    }
  }

  /**
   * @param expected as many elements, possibly of another type
   */
  static OutputComparison compare(
      String argument, Criterion criterion, Elements actual, Elements expected) {
    var differences = new Differences(criterion);
    double[] some = new double[CHUNK];
    double[] others = new double[CHUNK];
    for (long first = 0; first < actual.count(); first += CHUNK) {
      int count = (int) Math.min(CHUNK, actual.count() - first);
      actual.read(first, count, some);
      expected.read(first, count, others);
      for (int i = 0; i < count; i++) {
        others[i] = Math.clamp(others[i], -actual.type().largest(), actual.type().largest());
      }
      differences.add(some, others, count);
    }
    return criterion.judged(
        new OutputComparison(
            argument,
            actual.count(),
            differences.wrong,
            differences.notFinite,
            differences.worstIndex,
            differences.worstActual,
            differences.worstExpected,
            differences.worst));
  }

  static long notFinite(ElementType type, MemorySegment memory) {
    if (!type.isFloating()) {
      return 0;
    }
    var itself = new Elements(type, memory);
    return compare("", Criterion.usual(new Tolerance(0, 0)), itself, itself).notFinite();
  }

  private void add(double[] actual, double[] expected, int count) {
    for (int i = 0; i < count; i++) {
      boolean finite = Double.isFinite(actual[i]) && Double.isFinite(expected[i]);
      boolean right = criterion.holds(actual[i], expected[i]);
      if (!right) {
        wrong++;
        notFinite += finite ? 0 : 1;
      }
      double excess =
          finite
              ? excess(Math.abs(actual[i] - expected[i]), criterion.allowed(expected[i]))
              : right ? 0 : Double.POSITIVE_INFINITY;
      if (excess > worst) {
        worst = excess;
        worstIndex = index + i;
        worstActual = actual[i];
        worstExpected = expected[i];
      }
    }
    index += count;
  }

  private static double excess(double error, double allowed) {
    return error == 0 ? 0 : error / allowed;
  }
}

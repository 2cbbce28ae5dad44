package dev.evokernel.cpu;

import dev.evokernel.backend.Elements;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.Comparison;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/** Compares an output with the expected one, element by element, in double precision. */
final class Differences {

  private static final int CHUNK = 8192;

  private final Tolerance tolerance;
  private long index;
  private long wrong;
  private long notFinite;
  private long worstIndex;
  private double worstActual;
  private double worstExpected;
  private double worst = -1;

  private Differences(Tolerance tolerance) {
    this.tolerance = tolerance;
  }

  static Comparison compare(
      String argument,
      ElementType type,
      Tolerance tolerance,
      MemorySegment actual,
      MemorySegment expected) {
    var differences = new Differences(tolerance);
    double[] some = new double[CHUNK];
    double[] others = new double[CHUNK];
    long elements = actual.byteSize() / type.bytes();
    for (long first = 0; first < elements; first += CHUNK) {
      int count = (int) Math.min(CHUNK, elements - first);
      read(type, actual, first, count, some);
      read(type, expected, first, count, others);
      differences.add(some, others, count);
    }
    return new Comparison(
        argument,
        elements,
        differences.wrong,
        differences.notFinite,
        differences.worstIndex,
        differences.worstActual,
        differences.worstExpected,
        differences.worst);
  }

  /** Whether every element is a number. */
  static boolean finite(ElementType type, MemorySegment memory) {
    if (!type.isFloating()) {
      return true;
    }
    return compare("", type, new Tolerance(0, 0), memory, memory).notFinite() == 0;
  }

  private static void read(
      ElementType type, MemorySegment from, long first, int count, double[] values) {
    var bytes = from.asSlice(first * type.bytes(), (long) count * type.bytes()).asByteBuffer();
    Elements.read(type, bytes.order(ByteOrder.nativeOrder()), count, values);
  }

  private void add(double[] actual, double[] expected, int count) {
    for (int i = 0; i < count; i++) {
      double error = Math.abs(actual[i] - expected[i]);
      double allowed = tolerance.absolute() + tolerance.relative() * Math.abs(expected[i]);
      boolean finite = Double.isFinite(actual[i]) && Double.isFinite(expected[i]);
      if (!finite || error > allowed) {
        wrong++;
        notFinite += finite ? 0 : 1;
      }
      double excess = finite ? excess(error, allowed) : Double.POSITIVE_INFINITY;
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

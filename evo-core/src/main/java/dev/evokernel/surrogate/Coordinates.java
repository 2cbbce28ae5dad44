package dev.evokernel.surrogate;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Parameter;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Distances between values of a parameter in three senses. Along the list, a neighbour is nearer
 * than a jump; the position is the mean of the step count and the octave count. The second sense is
 * equality, the only one for words. The third is alignment, the number of factors 2: 96 and 128
 * threads behave similarly, 97 do not.
 *
 * <p>Only parameters with several values have coordinates. The choice of a variant has none,
 * because variants have nothing in common.
 */
final class Coordinates {

  enum Sense {
    ALONG(0, 1),
    OTHER(1, 0.15),
    ALIGNMENT(2, 0.1);

    final int index;

    /** Prior weight relative to {@link #ALONG}. */
    final double share;

    Sense(int index, double share) {
      this.index = index;
      this.share = share;
    }
  }

  private static final Sense[] SENSES = Sense.values();
  private static final int MOST_DOUBLINGS = 7;

  /** Minimum number of values at which alignment says more than equality. */
  private static final int VALUES_WITH_ALIGNMENT = 5;

  private final int[] parameters;
  private final double[][] along;
  private final int[][] alignment;

  private final boolean acrossVariants;

  /**
   * @param acrossVariants whether the first parameter chooses a variant
   */
  Coordinates(List<Parameter> all, boolean acrossVariants) {
    this.acrossVariants = acrossVariants;
    this.parameters =
        IntStream.range(acrossVariants ? 1 : 0, all.size())
            .filter(p -> all.get(p).values().size() > 1)
            .toArray();
    this.along = new double[parameters.length][];
    this.alignment = new int[parameters.length][];
    for (int c = 0; c < parameters.length; c++) {
      Parameter parameter = all.get(parameters[c]);
      along[c] = along(parameter);
      alignment[c] = alignment(parameter);
    }
  }

  boolean acrossVariants() {
    return acrossVariants;
  }

  boolean isOneVariant(int[] one, int[] other) {
    return !acrossVariants || one[0] == other[0];
  }

  int count() {
    return parameters.length;
  }

  /** Position of a coordinate's parameter among all parameters. */
  int parameter(int coordinate) {
    return parameters[coordinate];
  }

  int values(int coordinate) {
    return along[coordinate].length;
  }

  /** Distance of two values, given by their positions in the list. */
  double apart(int coordinate, Sense sense, int one, int other) {
    return switch (sense) {
      case ALONG -> Math.abs(along[coordinate][one] - along[coordinate][other]);
      case OTHER -> one == other ? 0 : 1;
      case ALIGNMENT -> Math.abs(alignment[coordinate][one] - alignment[coordinate][other]);
    };
  }

  static int senses() {
    return SENSES.length;
  }

  static Sense sense(int ordinal) {
    return SENSES[ordinal];
  }

  /** Positions from 0 to 1; all 0 for words and booleans, which have no order. */
  private static double[] along(Parameter parameter) {
    int count = parameter.values().size();
    double[] positions = new double[count];
    if (!parameter.type().isNumber()) {
      return positions;
    }
    double first = number(parameter.values().getFirst());
    double octaves = StrictMath.log(number(parameter.values().getLast()) / first);
    boolean scaled = Double.isFinite(octaves) && octaves != 0;
    for (int i = 0; i < count; i++) {
      double step = i / (count - 1.0);
      double octave = StrictMath.log(number(parameter.values().get(i)) / first) / octaves;
      positions[i] = scaled && Double.isFinite(octave) ? (step + octave) / 2 : step;
    }
    return positions;
  }

  private static int[] alignment(Parameter parameter) {
    int[] doublings = new int[parameter.values().size()];
    if (parameter.type().isNumber() && doublings.length >= VALUES_WITH_ALIGNMENT) {
      for (int i = 0; i < doublings.length; i++) {
        double value = number(parameter.values().get(i));
        boolean whole = value != 0 && value == Math.rint(value) && Math.abs(value) < 1L << 62;
        doublings[i] =
            whole ? Math.min(MOST_DOUBLINGS, Long.numberOfTrailingZeros((long) value)) : 0;
      }
    }
    return doublings;
  }

  private static double number(Value value) {
    return ((Number) value.plain()).doubleValue();
  }
}

package dev.evokernel.surrogate;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Parameter;
import java.util.List;

/**
 * How far apart two values of a parameter are, in each of three senses: along the list, where a
 * neighbour is nearer than a jump, halfway between counting steps and counting octaves; alike or
 * not, the only sense that words have; and in alignment, by how often 2 divides them, since 96 and
 * 128 threads behave alike where 97 do not.
 *
 * <p>Only parameters with a choice have coordinates; the others are left out. So is the choice of a
 * variant: between two variants there is no distance, since they have nothing in common.
 */
final class Coordinates {

  /** A sense in which values differ. */
  enum Sense {
    ALONG(0, 1),
    OTHER(1, 0.15),
    ALIGNMENT(2, 0.1);

    /** Its place among the senses. */
    final int index;

    /** Its weight in comparison with {@link #ALONG}, before anything was learnt. */
    final double share;

    Sense(int index, double share) {
      this.index = index;
      this.share = share;
    }
  }

  private static final Sense[] SENSES = Sense.values();
  private static final int MOST_DOUBLINGS = 7;

  /** Below so many values, equal or not says all that alignment could. */
  private static final int VALUES_WITH_ALIGNMENT = 5;

  private final int[] parameters;
  private final double[][] along;
  private final int[][] alignment;

  private final boolean acrossVariants;

  Coordinates(List<Parameter> all) {
    this(all, false);
  }

  /**
   * @param acrossVariants whether the first parameter chooses among variants
   */
  Coordinates(List<Parameter> all, boolean acrossVariants) {
    this.acrossVariants = acrossVariants;
    this.parameters =
        java.util.stream.IntStream.range(acrossVariants ? 1 : 0, all.size())
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

  /** Whether two configurations are of one variant. */
  boolean isOneVariant(int[] one, int[] other) {
    return !acrossVariants || one[0] == other[0];
  }

  /** How many parameters have a choice. */
  int count() {
    return parameters.length;
  }

  /** The position, among all parameters, of one that has a choice. */
  int parameter(int coordinate) {
    return parameters[coordinate];
  }

  /** How many values it has. */
  int values(int coordinate) {
    return along[coordinate].length;
  }

  /** The distance of two values, given by their positions in the list; 0 between equal ones. */
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

  /** From 0 to 1; all 0 for words and truth values, which have no order. */
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

package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Shape;
import dev.evokernel.shipping.DispatchRule.Leaf;
import dev.evokernel.shipping.DispatchRule.Split;
import org.jspecify.annotations.Nullable;

/**
 * Grows decision trees over measured shapes as in CART (Breiman, Friedman, Olshen and Stone, 1984).
 * The trees minimise the logarithm of the time lost against the best configuration, not the number
 * of misclassified shapes. The split with the largest gain is made first; each tree thus extends
 * the tree with one leaf less.
 */
final class TreeGrowth {

  /** Minimum gain of a split, in logarithms of times summed over shapes. */
  private static final double LEAST_GAIN = 1e-9;

  private final ShapeFeatures features;
  private final List<ShapeTimes> measured;
  private final double[][] costs;
  private final List<Column> columns;

  /** Values of a feature on all shapes, and the shapes in ascending order of value. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Column(Expression feature, double[] values, int[] order) {}

  @SuppressWarnings("ArrayRecordComponent")
  private record FoundSplit(double gain, DispatchRule.Question question, int[] yes, int[] no) {}

  private static final class Part {
    final int[] shapes;
    final @Nullable FoundSplit best;
    @Nullable Part yes;
    @Nullable Part no;

    Part(int[] shapes, @Nullable FoundSplit best) {
      this.shapes = shapes;
      this.best = best;
    }
  }

  TreeGrowth(ShapeFeatures features, List<ShapeTimes> measured) {
    this.features = features;
    this.measured = List.copyOf(measured);
    this.costs =
        measured.stream()
            .map(
                times ->
                    IntStream.range(0, times.nanos().size()).mapToDouble(times::cost).toArray())
            .toArray(double[][]::new);
    List<Shape> shapes = measured.stream().map(ShapeTimes::shape).toList();
    this.columns =
        features.numbers(shapes).stream()
            .flatMap(feature -> column(feature, shapes).stream())
            .toList();
  }

  /** Column of a feature; empty if the feature is constant or has no value on some shape. */
  private Optional<Column> column(Expression feature, List<Shape> shapes) {
    try {
      double[] values =
          shapes.stream().mapToDouble(shape -> feature.real(features.frame(shape))).toArray();
      int[] order =
          IntStream.range(0, values.length)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> values[i]))
              .mapToInt(i -> i)
              .toArray();
      return Arrays.stream(values).distinct().count() > 1
          ? Optional.of(new Column(feature, values, order))
          : Optional.empty();
    } catch (EvaluationException _) {
      return Optional.empty();
    }
  }

  /**
   * Trees with 1, 2, 3 … leaves, as long as a split has a gain.
   *
   * @param least minimum number of shapes in a leaf
   */
  List<DispatchRule> trees(int leaves, int least) {
    Part root = part(IntStream.range(0, measured.size()).toArray(), least);
    var open = new ArrayList<>(List.of(root));
    var trees = new ArrayList<DispatchRule>();
    trees.add(rule(root));
    while (trees.size() < leaves) {
      Optional<Part> next =
          open.stream()
              .filter(part -> part.best != null)
              .max(Comparator.comparingDouble(TreeGrowth::gain));
      if (next.isEmpty()) {
        break;
      }
      Part split = next.get();
      FoundSplit best = Objects.requireNonNull(split.best);
      Part yes = part(best.yes(), least);
      Part no = part(best.no(), least);
      split.yes = yes;
      split.no = no;
      open.remove(split);
      open.add(yes);
      open.add(no);
      trees.add(rule(root));
    }
    return trees;
  }

  Leaf single() {
    return leaf(IntStream.range(0, measured.size()).toArray());
  }

  private static double gain(Part part) {
    return part.best == null ? 0 : part.best.gain();
  }

  private Part part(int[] shapes, int least) {
    return new Part(shapes, split(shapes, least).orElse(null));
  }

  private DispatchRule rule(Part part) {
    return part.best == null || part.yes == null || part.no == null
        ? leaf(part.shapes)
        : new Split(part.best.question(), rule(part.yes), rule(part.no));
  }

  /** Leaf with all configurations, ordered by loss on these shapes. */
  private Leaf leaf(int... shapes) {
    double[] sums = sums(shapes);
    double[] raw = new double[sums.length];
    for (int shape : shapes) {
      ShapeTimes times = measured.get(shape);
      for (int at = 0; at < raw.length; at++) {
        raw[at] += times.runs(at) ? Math.log1p(times.loss(at)) : costs[shape][at];
      }
    }
    return new Leaf(
        IntStream.range(0, sums.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(at -> Math.rint(sums[at] / LEAST_GAIN))
                    .thenComparingDouble(at -> raw[at]))
            .toList());
  }

  private double[] sums(int... shapes) {
    double[] sums = new double[measured.getFirst().nanos().size()];
    for (int shape : shapes) {
      add(sums, costs[shape], 1);
    }
    return sums;
  }

  private static void add(double[] sums, double[] costs, int sign) {
    for (int at = 0; at < sums.length; at++) {
      sums[at] += sign * costs[at];
    }
  }

  private static double least(double... sums) {
    return Arrays.stream(sums).min().orElse(0);
  }

  /** Split of these shapes with the largest gain; ties go to the first feature or fact. */
  private Optional<FoundSplit> split(int[] shapes, int least) {
    double[] all = sums(shapes);
    double before = least(all);
    if (shapes.length < 2 * least || before < LEAST_GAIN) {
      return Optional.empty();
    }
    boolean[] here = new boolean[measured.size()];
    Arrays.stream(shapes).forEach(shape -> here[shape] = true);
    double best = LEAST_GAIN;
    FoundSplit found = null;
    for (Column column : columns) {
      int[] order = Arrays.stream(column.order()).filter(shape -> here[shape]).toArray();
      double[] left = new double[all.length];
      double[] right = all.clone();
      for (int at = 0; at + 1 < order.length; at++) {
        add(left, costs[order[at]], 1);
        add(right, costs[order[at]], -1);
        double low = column.values()[order[at]];
        double high = column.values()[order[at + 1]];
        double gain = before - least(left) - least(right);
        if (at + 1 >= least
            && order.length - at - 1 >= least
            && gain > best + LEAST_GAIN
            && hasThreshold(low, high)) {
          best = gain;
          found =
              new FoundSplit(
                  gain,
                  features.atMost(column.feature().text(), threshold(low, high)),
                  Arrays.copyOfRange(order, 0, at + 1),
                  Arrays.copyOfRange(order, at + 1, order.length));
        }
      }
    }
    for (Map.Entry<String, Value> fact :
        features.facts(Arrays.stream(shapes).mapToObj(this::shape).toList())) {
      int[] yes = Arrays.stream(shapes).filter(shape -> has(shape, fact)).toArray();
      int[] no = Arrays.stream(shapes).filter(shape -> !has(shape, fact)).toArray();
      double gain = before - least(sums(yes)) - least(sums(no));
      if (yes.length >= least && no.length >= least && gain > best + LEAST_GAIN) {
        best = gain;
        found = new FoundSplit(gain, features.is(fact.getKey(), fact.getValue()), yes, no);
      }
    }
    return Optional.ofNullable(found);
  }

  private Shape shape(int position) {
    return measured.get(position).shape();
  }

  private boolean has(int position, Map.Entry<String, Value> fact) {
    return fact.getValue().equals(shape(position).facts().get(fact.getKey()));
  }

  /** Whether an integer threshold lies between two values of a feature. */
  static boolean hasThreshold(double low, double high) {
    return Math.ceil(low) < high && Math.abs(low) < 1L << 62;
  }

  /**
   * Chooses a threshold: a round integer near the geometric mean: in the middle half of the
   * interval, the multiple of the highest power of two.
   *
   * @return at least {@code low} and below {@code high}
   */
  static long threshold(double low, double high) {
    long least = (long) Math.ceil(low);
    long most = (long) Math.min(Math.ceil(high) - 1, 1L << 62);
    if (least < 1) {
      return least + (most - least) / 2;
    }
    double inner = Math.max((double) least, low * Math.pow(high / low, 0.25));
    double outer = Math.min((double) most, low * Math.pow(high / low, 0.75));
    double middle = Math.sqrt(low * high);
    for (long step = Long.highestOneBit(most); step > 1; step /= 2) {
      long round = Math.round(middle / step) * step;
      if (round >= inner && round <= outer) {
        return round;
      }
    }
    return Math.clamp(Math.round(middle), least, most);
  }
}

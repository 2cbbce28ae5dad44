package dev.evokernel.kernel;

import dev.evokernel.kernel.yaml.Labelled;
import java.util.List;
import java.util.stream.Stream;

/** Special input: a variation of a buffer's usual fill. */
public enum Special implements Labelled {
  /** Values times 64: sums overflow, exponentials saturate. */
  LARGE,
  /** Values divided by 1024: differences cancel, 16-bit types lose digits. */
  TINY,
  /** Constant number for all elements: variances are zero, maxima are tied. */
  CONSTANT,
  /** Zeros: divisors vanish, products and maxima are tied. */
  ZERO,
  /** Values in ascending order: branches always go one way, and pivots are the worst. */
  SORTED,
  /** −∞ in one element of eight, as in a mask. */
  NEGATIVE_INFINITY;

  private static final double TIMES = 64;

  @Override
  public String label() {
    return this == NEGATIVE_INFINITY ? "-inf" : Labelled.super.label();
  }

  /**
   * Special inputs that are within the declared values of a random fill. Whole numbers and explicit
   * ranges may be sizes, indices or probabilities, so nothing beyond the range is among them.
   */
  static List<Special> usual(Fill fill, ElementType type) {
    return switch (fill) {
      case Fill.Normal _ -> List.of(LARGE, TINY, CONSTANT, ZERO, SORTED);
      case Fill.Uniform(double low, double high) -> {
        boolean zero = low <= 0 && high > 0;
        yield Stream.of(TINY, CONSTANT, ZERO, SORTED)
            .filter(kind -> zero || kind == CONSTANT || kind == SORTED)
            .filter(kind -> kind != TINY || type.isFloating())
            .toList();
      }
      case Fill.Constant _, Fill.Index _, Fill.Given _, Fill.Sorted _, Fill.Pierced _ -> List.of();
    };
  }

  /** Derives the special fill from a usual fill. */
  public Fill of(Fill usual) {
    return switch (this) {
      case LARGE -> scaled(usual, TIMES);
      case TINY -> scaled(usual, 1.0 / 1024);
      case CONSTANT -> new Fill.Constant(typical(usual));
      case ZERO -> new Fill.Constant(0);
      case SORTED -> new Fill.Sorted(usual);
      case NEGATIVE_INFINITY -> new Fill.Pierced(usual);
    };
  }

  private static Fill scaled(Fill usual, double times) {
    return switch (usual) {
      case Fill.Normal(double mean, double deviation) ->
          new Fill.Normal(times * mean, times * deviation);
      case Fill.Uniform(double low, double high) -> new Fill.Uniform(times * low, times * high);
      case Fill.Constant(double value) -> new Fill.Constant(times * value);
      case Fill.Index index -> index;
      case Fill.Given given -> given;
      case Fill.Sorted(Fill rest) -> new Fill.Sorted(scaled(rest, times));
      case Fill.Pierced(Fill rest) -> new Fill.Pierced(scaled(rest, times));
    };
  }

  private static double typical(Fill usual) {
    return switch (usual) {
      case Fill.Normal(double mean, double deviation) -> mean + deviation;
      case Fill.Uniform(double low, double high) -> low + 0.75 * (high - low);
      case Fill.Constant(double value) -> value;
      case Fill.Index _, Fill.Given _ -> 1;
      case Fill.Sorted(Fill rest) -> typical(rest);
      case Fill.Pierced(Fill rest) -> typical(rest);
    };
  }
}

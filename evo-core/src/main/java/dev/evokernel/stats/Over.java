package dev.evokernel.stats;

import module java.base;

/** Combination of the shapes' ratios to the default into one number. */
public sealed interface Over {

  /**
   * Combines ratios.
   *
   * @param ratios by shape, never empty, each positive
   */
  double combine(SequencedMap<String, Double> ratios);

  /** Description, for example {@code the geometric mean of 4 shapes}. */
  default String of(int shapes) {
    String mean =
        switch (this) {
          case Geomean _ -> "geometric mean";
          case Worst _ -> "worst";
          case Weighted _ -> "weighted geometric mean";
        };
    return "the %s of %d shapes".formatted(mean, shapes);
  }

  /** Value in YAML and JSON: a word, or the weights. */
  default Object plain() {
    return switch (this) {
      case Geomean _ -> "geomean";
      case Worst _ -> "worst";
      case Weighted(Map<String, Double> weights) -> weights;
    };
  }

  record Geomean() implements Over {
    @Override
    public double combine(SequencedMap<String, Double> ratios) {
      return GeometricMean.of(ratios.values().stream().mapToDouble(ratio -> ratio).toArray());
    }
  }

  record Worst() implements Over {
    @Override
    public double combine(SequencedMap<String, Double> ratios) {
      return Collections.max(ratios.values());
    }
  }

  /**
   * Weighted geometric mean.
   *
   * @param weights positive, by shape
   */
  record Weighted(Map<String, Double> weights) implements Over {
    public Weighted {
      weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
      weights.forEach(
          (shape, weight) -> {
            if (!(weight > 0 && Double.isFinite(weight))) {
              throw new IllegalArgumentException(
                  "The weight of '" + shape + "' must be > 0, was " + weight + ".");
            }
          });
    }

    @Override
    public double combine(SequencedMap<String, Double> ratios) {
      double logarithms = 0;
      double sum = 0;
      for (Map.Entry<String, Double> ratio : ratios.entrySet()) {
        double weight =
            Objects.requireNonNull(
                weights.get(ratio.getKey()), () -> "No weight for " + ratio.getKey());
        logarithms += weight * Math.log(ratio.getValue());
        sum += weight;
      }
      return Math.exp(logarithms / sum);
    }
  }
}

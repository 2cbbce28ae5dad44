package dev.evokernel.surrogate;

import module java.base;

import java.util.Arrays;

/**
 * Importance of a kernel's parameters.
 *
 * @param explained share of the held-out variance that the model predicts: 1 is all, 0 or less is
 *     none
 * @param influences by total, greatest first, without parameters of one value
 * @param pairs by share, greatest first
 */
public record Importance(
    int evaluations,
    double explained,
    List<Influence> influences,
    List<Pair> pairs,
    RemainingGain remaining) {

  /** Smallest explained share at which the influences are reliable. */
  private static final double TRUSTED = 0.3;

  /**
   * Interaction of two parameters.
   *
   * @param share of the variance that they explain together beyond their separate shares
   */
  public record Pair(String one, String other, Band share) {}

  public boolean isTrusted() {
    return explained >= TRUSTED;
  }

  /**
   * Influence of one parameter.
   *
   * @param first share of the variance that the parameter explains alone: the first-order Sobol
   *     index
   * @param total share that vanishes when the parameter is fixed: the total Sobol index, which
   *     includes interactions
   * @param levels effects of its values, in order; of a long list, some
   */
  public record Influence(String name, Band first, Band total, List<Level> levels) {

    /** Smallest share of the variance that matters. */
    private static final double NOTHING = 0.01;

    public Influence {
      levels = List.copyOf(levels);
    }

    /**
     * Effect of one value of a parameter.
     *
     * @param average time relative to the mean over the valid values, all else equal; empty if no
     *     draw allows the value
     * @param best time relative to the best configuration's after a change to this value; empty if
     *     invalid
     * @param measured the same ratio as measured; empty if not measured
     */
    public record Level(
        String value, Optional<Band> average, Optional<Band> best, OptionalDouble measured) {}

    /** Whether the parameter may explain a noticeable share of the variance. */
    public boolean matters() {
      return total.high() >= NOTHING;
    }
  }

  /** Estimate with its 90 % interval. */
  public record Band(double value, double low, double high) {

    private static final double NORMAL_90 = 1.645;

    /**
     * Estimates from repetitions on halves of the data, whose spread is that of the full estimate
     * (the delete-half jackknife of Shao and Wu, 1989).
     */
    static Band of(double value, double... halves) {
      double mean = Arrays.stream(halves).average().orElse(value);
      double squares = Arrays.stream(halves).map(half -> (half - mean) * (half - mean)).sum();
      double spread = halves.length > 1 ? Math.sqrt(squares / (halves.length - 1)) : 0;
      return new Band(value, value - NORMAL_90 * spread, value + NORMAL_90 * spread);
    }

    Band share() {
      return new Band(Math.clamp(value, 0, 1), Math.clamp(low, 0, 1), Math.clamp(high, 0, 1));
    }

    /** Turns a band of logarithms into ratios. */
    Band exp() {
      return new Band(Math.exp(value), Math.exp(low), Math.exp(high));
    }
  }

  /**
   * Expected gain of untried configurations: draws of the domain, and neighbours of the best by one
   * value. Each gain is the expected improvement (Jones, Schonlau and Welch, 1998) over the
   * surface's value of the best, with the surface's uncertainty scaled by its calibration.
   *
   * @param looked number of untried configurations
   * @param gain greatest expected gain, as a share of the best time
   */
  public record RemainingGain(int looked, double gain) {

    static RemainingGain of(
        ResponseSurface surface, List<int[]> evaluated, Design design, double calibration) {
      Set<List<Integer>> tried =
          evaluated.stream().map(RemainingGain::key).collect(Collectors.toSet());
      Set<List<Integer>> untried =
          Stream.concat(design.draws().stream(), near(design))
              .map(RemainingGain::key)
              .filter(key -> !tried.contains(key))
              .collect(Collectors.toCollection(LinkedHashSet::new));
      double best = surface.log(design.best());
      double[] gains =
          untried.stream()
              .mapToDouble(
                  key ->
                      surface.at(key.stream().mapToInt(i -> i).toArray()).gain(best, calibration))
              .toArray();
      return new RemainingGain(gains.length, Arrays.stream(gains).max().orElse(0));
    }

    private static Stream<int[]> near(Design design) {
      return design.nearBest().stream()
          .flatMap(
              near ->
                  IntStream.range(0, near.valid().length)
                      .filter(v -> near.valid()[v])
                      .mapToObj(v -> near.configurations()[v]));
    }

    private static List<Integer> key(int... choices) {
      return IntStream.of(choices).boxed().toList();
    }
  }
}

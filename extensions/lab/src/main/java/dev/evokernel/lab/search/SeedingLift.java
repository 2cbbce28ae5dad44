package dev.evokernel.lab.search;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.Wilson;

/**
 * Effect of initial configurations on a search.
 *
 * @param evaluations of each run
 * @param points comparisons after shares of the evaluations
 * @param target median of the final results of the runs without seeding
 * @param untilAlone median evaluations to the target, without seeding
 * @param untilSeeded median evaluations to the target, with seeding
 * @param fewer ratio of {@code untilAlone} to {@code untilSeeded}
 * @param aloneReached runs without seeding that reached the target
 * @param seededReached runs with seeding that reached the target
 */
public record SeedingLift(
    int evaluations,
    @JsonProperty("lift") List<Point> points,
    @JsonIgnore double target,
    @JsonProperty("until_without_seeding") double untilAlone,
    @JsonProperty("until_with_seeding") double untilSeeded,
    RatioEstimate fewer,
    @JsonProperty("reached_without_seeding") Wilson aloneReached,
    @JsonProperty("reached_with_seeding") Wilson seededReached) {

  /** Compared shares of the evaluations, in per cent. */
  static final List<Integer> PERCENTS = List.of(10, 25, 50, 100);

  /** Tolerance of the target, which may be the mean of two results. */
  private static final double AS_GOOD = 1 + 1e-9;

  /**
   * Comparison after a share of the evaluations.
   *
   * @param lift best time without seeding over best time with seeding, geometric means; above 1
   *     seeding helps
   */
  public record Point(int percent, int evaluations, RatioEstimate lift) {}

  public SeedingLift {
    points = List.copyOf(points);
  }

  /**
   * Compares runs.
   *
   * @param alone runs without seeding
   * @param seeded runs with seeding
   */
  static SeedingLift of(
      int evaluations, List<BestSoFar> alone, List<BestSoFar> seeded, RandomGenerator random) {
    List<Point> points =
        PERCENTS.stream()
            .map(percent -> point(percent, evaluations, alone, seeded, random))
            .toList();
    double target = Samples.of(after(evaluations, alone)).p50() * AS_GOOD;
    double[] slow = until(target, evaluations, alone);
    double[] quick = until(target, evaluations, seeded);
    return new SeedingLift(
        evaluations,
        points,
        target,
        Samples.of(slow).p50(),
        Samples.of(quick).p50(),
        IndependentRatio.ofMedians(slow, quick, random),
        reached(target, alone),
        reached(target, seeded));
  }

  private static Point point(
      int percent,
      int evaluations,
      List<BestSoFar> alone,
      List<BestSoFar> seeded,
      RandomGenerator random) {
    int count = Math.max(1, Math.ceilDiv(percent * evaluations, 100));
    return new Point(
        percent,
        count,
        IndependentRatio.ofMeans(after(count, alone), after(count, seeded), random));
  }

  private static double[] after(int evaluations, List<BestSoFar> courses) {
    return courses.stream().mapToDouble(course -> course.after(evaluations)).toArray();
  }

  private static double[] until(double target, int evaluations, List<BestSoFar> courses) {
    return courses.stream().mapToDouble(course -> course.until(target, evaluations)).toArray();
  }

  private static Wilson reached(double target, List<BestSoFar> courses) {
    return Wilson.of(
        courses.stream().filter(course -> course.reaches(target)).count(), courses.size());
  }

  @JsonProperty
  public String verdict() {
    RatioEstimate end = points.getLast().lift();
    if (end.low() > 1) {
      return "Seeding helps: with it, the best at the end is %s as fast.".formatted(end);
    }
    if (end.high() < 1) {
      return "Seeding hurts: with it, the best at the end is %s as fast.".formatted(end);
    }
    return points.stream()
        .filter(point -> point.lift().low() > 1 || point.lift().high() < 1)
        .findFirst()
        .map(
            point ->
                "Seeding %s early: %s after %d evaluations. No significant difference at the end."
                    .formatted(
                        point.lift().low() > 1 ? "helps" : "hurts",
                        point.lift(),
                        point.evaluations()))
        .orElse("No significant difference between runs with and without seeding.");
  }

  /** Evaluations to the target with and without seeding, as a sentence. */
  public String pace() {
    return String.format(
        Locale.ROOT,
        "Evaluations to the median best of the runs without seeding: %.0f without seeding, %.0f"
            + " with it, a ratio of %s. Reached by %d of %d runs without seeding and by %d of %d"
            + " with it.",
        untilAlone,
        untilSeeded,
        fewer,
        aloneReached.hits(),
        aloneReached.trials(),
        seededReached.hits(),
        seededReached.trials());
  }
}

package dev.evokernel.bench.study;

import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.IndependentRatio;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.Wilson;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * What initial configurations are worth: the same search with them and without, many times each.
 *
 * @param evaluations that every run was granted
 * @param points at shares of them
 * @param target the median of what the runs without seeding found in the end
 * @param untilAlone how many evaluations the runs without seeding took to the target, in the median
 * @param untilSeeded how many the runs with seeding took
 * @param fewer the first over the second
 * @param aloneReached how many runs without seeding reached it at all
 * @param seededReached how many with seeding did
 */
public record SeedingLift(
    int evaluations,
    List<Point> points,
    double target,
    double untilAlone,
    double untilSeeded,
    RatioEstimate fewer,
    Wilson aloneReached,
    Wilson seededReached) {

  /** Where one looks, in per cent of the evaluations. */
  static final List<Integer> PERCENTS = List.of(10, 25, 50, 100);

  /** Runs that come this near to the target have reached it: it is a median of two at times. */
  private static final double AS_GOOD = 1 + 1e-9;

  /**
   * One look.
   *
   * @param lift how many times as slow the best is that the runs without seeding found by then, by
   *     the geometric mean; above 1 seeds help
   */
  public record Point(int percent, int evaluations, RatioEstimate lift) {}

  public SeedingLift {
    points = List.copyOf(points);
  }

  /**
   * Compares.
   *
   * @param evaluations that every run was granted
   * @param alone the runs without seeding
   * @param seeded the runs with them
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

  /** The result in a sentence. */
  public String verdict() {
    RatioEstimate end = points.getLast().lift();
    if (end.low() > 1) {
      return "Seeding helps: the best at the end is %s as fast with it.".formatted(end);
    }
    if (end.high() < 1) {
      return "Seeding hurts: the best at the end is %s as fast with it.".formatted(end);
    }
    return points.stream()
        .filter(point -> point.lift().low() > 1 || point.lift().high() < 1)
        .findFirst()
        .map(
            point ->
                "Seeding %s early, %s after %d evaluations, and makes no difference at the end that so many runs could show."
                    .formatted(
                        point.lift().low() > 1 ? "helps" : "hurts",
                        point.lift(),
                        point.evaluations()))
        .orElse("Seeding makes no difference that so many runs could show.");
  }

  /** How soon the runs with seeding are where those without end, in a sentence. */
  public String pace() {
    return String.format(
        Locale.ROOT,
        "The median best of the runs without seeding takes %.0f evaluations"
            + " without seeding and %.0f with it, a ratio of %s; it is reached by %d of %d and by"
            + " %d of %d.",
        untilAlone,
        untilSeeded,
        fewer,
        aloneReached.hits(),
        aloneReached.trials(),
        seededReached.hits(),
        seededReached.trials());
  }
}

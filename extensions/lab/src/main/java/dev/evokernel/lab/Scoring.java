package dev.evokernel.lab;

import module java.base;

import dev.evokernel.lab.RecordedSpace.Yardstick;
import java.util.Arrays;
import java.util.List;

/** Scores runs on one space, given the points of its budgets and the baselines there. */
final class Scoring {

  static final int POINTS = 50;

  /**
   * Tolerance that keeps evaluations before their points when costs are summed in another order.
   */
  private static final double SLACK = 1 + 1e-12;

  private static final double SAME = 1 + 1e-12;

  private final Yardstick yardstick;
  private final double[] seconds;
  private final double[] evaluations;
  private final double[] expectedInSeconds;
  private final double[] replayed;
  private final double[] expected;

  public Scoring(Yardstick yardstick) {
    this.yardstick = yardstick;
    this.seconds =
        Yardstick.points(
            yardstick.firstEvaluation() * yardstick.meanCost(), yardstick.seconds(), POINTS);
    this.evaluations =
        Arrays.stream(
                Yardstick.points(yardstick.firstEvaluation(), yardstick.evaluations(), POINTS))
            .map(Math::rint)
            .distinct()
            .toArray();
    var baseline = new RandomBaseline(yardstick);
    double[] draws = Arrays.stream(seconds).map(second -> second / yardstick.meanCost()).toArray();
    this.expectedInSeconds = baseline.at(draws);
    this.expected = baseline.at(evaluations);
    this.replayed = RandomBaseline.replayed(yardstick, seconds);
  }

  public double[] seconds() {
    return seconds.clone();
  }

  public double[] expectedInSeconds() {
    return expectedInSeconds.clone();
  }

  public Scores of(List<Trace> traces) {
    double[][] inSeconds = new double[traces.size()][];
    double[][] inEvaluations = new double[traces.size()][];
    int shortRuns = 0;
    for (int run = 0; run < traces.size(); run++) {
      Trace trace = traces.get(run);
      inSeconds[run] = bestAt(seconds, trace.when(), trace.best());
      inEvaluations[run] = bestAt(evaluations, trace.counts(), trace.best());
      shortRuns += isShort(trace) ? 1 : 0;
    }
    return new Scores(
        score(inSeconds, expectedInSeconds),
        score(inSeconds, replayed),
        score(inEvaluations, expected),
        optimumFound(inSeconds),
        traces.size(),
        shortRuns);
  }

  /** Mean best time of the runs at each point of the budget in seconds. */
  public double[] meanBest(List<Trace> traces) {
    double[][] curves =
        traces.stream()
            .map(trace -> bestAt(seconds, trace.when(), trace.best()))
            .toArray(double[][]::new);
    double[] mean = new double[seconds.length];
    Arrays.setAll(
        mean,
        point -> Arrays.stream(curves).mapToDouble(curve -> curve[point]).average().orElseThrow());
    return mean;
  }

  private Score score(double[][] runs, double[] baseline) {
    double[] means = new double[runs.length];
    for (int run = 0; run < runs.length; run++) {
      double sum = 0;
      for (int point = 0; point < baseline.length; point++) {
        sum += (baseline[point] - runs[run][point]) / (baseline[point] - yardstick.optimum());
      }
      means[run] = sum / baseline.length;
    }
    return Score.ofRuns(means);
  }

  private double[] bestAt(double[] points, double[] when, double[] best) {
    double[] found = new double[points.length];
    int complete = 0;
    for (int point = 0; point < points.length; point++) {
      while (complete < when.length && when[complete] <= points[point] * SLACK) {
        complete++;
      }
      double current = complete == 0 ? Double.POSITIVE_INFINITY : best[complete - 1];
      found[point] = Double.isInfinite(current) ? yardstick.mean() : current;
    }
    return found;
  }

  private double optimumFound(double[][] runs) {
    return Arrays.stream(runs)
        .mapToDouble(run -> run[run.length - 1] <= yardstick.optimum() * SAME ? 1 : 0)
        .average()
        .orElseThrow();
  }

  private boolean isShort(Trace trace) {
    if (trace.steps().size() >= yardstick.size()
        || trace.until(yardstick.optimum() * SAME) < Integer.MAX_VALUE) {
      return false;
    }
    double spent = trace.steps().stream().mapToDouble(Trace.Step::seconds).sum();
    return spent < yardstick.seconds() * (1 - 1e-9)
        || trace.steps().size() < yardstick.evaluations();
  }

  /**
   * Best of random search without replacement: its expectation, calculated exactly, or the mean of
   * replayed random orders.
   */
  static final class RandomBaseline {

    private static final long SEED = 20240229;
    private static final double EFFORT = 2e7;
    private static final int FEWEST_ORDERS = 2000;
    private static final int MOST_ORDERS = 20_000;

    private final int size;
    private final double[] valid;
    private final double mean;
    private final double[] survival;
    private final List<Double> curve = new ArrayList<>();

    RandomBaseline(Yardstick yardstick) {
      this.size = yardstick.size();
      this.valid = yardstick.validTimes();
      this.mean = yardstick.mean();
      this.survival = new double[valid.length];
      Arrays.fill(survival, 1);
      curve.add(mean);
    }

    /** Expected best after each number of draws, interpolated linearly. */
    double[] at(double... draws) {
      return Arrays.stream(draws).map(this::at).toArray();
    }

    private double at(double draws) {
      double within = Math.min(draws, size);
      int below = (int) within;
      int above = Math.min(below + 1, size);
      extend(above);
      return curve.get(below) + (within - below) * (curve.get(above) - curve.get(below));
    }

    /**
     * Extends the curve. With x₁ ≤ x₂ ≤ … the valid times and Sᵢ the probability that none of the
     * best i was drawn, the expectation is x₁ + Σ (xᵢ₊₁ − xᵢ)·Sᵢ; if nothing valid was drawn, the
     * mean counts.
     */
    private void extend(int draws) {
      for (int drawn = curve.size() - 1; drawn < draws; drawn++) {
        double expected = valid[0];
        for (int i = 0; i < survival.length; i++) {
          survival[i] *= Math.max(size - (i + 1) - drawn, 0.0) / (size - drawn);
          expected +=
              (i + 1 < valid.length ? valid[i + 1] - valid[i] : mean - valid[i]) * survival[i];
        }
        curve.add(expected);
      }
    }

    /**
     * Mean best at each of the seconds, which ascend, of some thousand random orders of the space,
     * each configuration at its own cost. Over seconds this is fairer than the calculated baseline,
     * which knows only the mean cost: if slow kernels cost more time to measure and the budget is a
     * few evaluations, the calculated baseline beats any random search.
     */
    static double[] replayed(Yardstick yardstick, double... seconds) {
      double[] millis = yardstick.millis();
      double[] costs = yardstick.costs();
      double mean = yardstick.mean();
      int draws = Math.min(millis.length, 2 * yardstick.evaluations() + 100);
      int orders = (int) Math.clamp(EFFORT / draws, FEWEST_ORDERS, MOST_ORDERS);
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
      int[] order = new int[millis.length];
      Arrays.setAll(order, i -> i);
      double[] total = new double[seconds.length];
      for (int repeat = 0; repeat < orders; repeat++) {
        replay(millis, costs, mean, draws, order, random, seconds, total);
      }
      return Arrays.stream(total).map(sum -> sum / orders).toArray();
    }

    /** Adds one random search to the totals. Only the evaluated part of the order is shuffled. */
    private static void replay(
        double[] millis,
        double[] costs,
        double mean,
        int draws,
        int[] order,
        RandomGenerator random,
        double[] seconds,
        double[] total) {
      double best = Double.POSITIVE_INFINITY;
      double spent = 0;
      int point = 0;
      for (int draw = 0; draw < draws && point < seconds.length; draw++) {
        int other = random.nextInt(draw, order.length);
        int drawn = order[other];
        order[other] = order[draw];
        order[draw] = drawn;
        spent += costs[drawn];
        for (; point < seconds.length && seconds[point] < spent; point++) {
          total[point] += Double.isInfinite(best) ? mean : best;
        }
        if (millis[drawn] < best) {
          best = millis[drawn];
        }
      }
      for (; point < seconds.length; point++) {
        total[point] += Double.isInfinite(best) ? mean : best;
      }
    }
  }

  /**
   * Scores of the runs of one search on one space.
   *
   * <p>At a point of the budget, let s be the best time of a run so far, b the expected best of
   * random search and o the optimum. The performance of the run there is (b − s) / (b − o); its
   * score is the mean over {@value Scoring#POINTS} equidistant points. An evaluation counts once it
   * is complete. Before the first valid evaluation, s is the mean of the space.
   *
   * @param seconds over the budget in seconds, against the calculated baseline
   * @param replayed over the budget in seconds, against the replayed baseline: the score to quote
   * @param evaluations over the budget in evaluations, against the calculated baseline
   * @param optimumFound share of the runs that found the optimum within the budget in seconds
   * @param shortRuns runs that ended before one of the budgets without the optimum
   */
  record Scores(
      Score seconds,
      Score replayed,
      Score evaluations,
      double optimumFound,
      int runs,
      int shortRuns) {

    /** Means over spaces with equal weights; the most runs on a space, and all short runs. */
    static Scores mean(List<Scores> spaces) {
      return new Scores(
          Score.mean(spaces.stream().map(Scores::seconds).toList()),
          Score.mean(spaces.stream().map(Scores::replayed).toList()),
          Score.mean(spaces.stream().map(Scores::evaluations).toList()),
          spaces.stream().mapToDouble(Scores::optimumFound).average().orElse(0),
          spaces.stream().mapToInt(Scores::runs).max().orElse(0),
          spaces.stream().mapToInt(Scores::shortRuns).sum());
    }
  }
}

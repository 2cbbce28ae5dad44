package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.Recorded;
import dev.evokernel.replay.RecordedResults;
import dev.evokernel.space.SearchSpace;
import java.util.Arrays;
import java.util.List;

/**
 * Recording to score a search on.
 *
 * @param name for example {@code gemm/A100}; a slash makes a subfolder of traces
 * @param tags groups of the space, for example {@code kernel:gemm}
 * @param space numbers the configurations
 * @param byIndex recorded result of each configuration, by its number
 */
record RecordedSpace(
    String name,
    List<String> tags,
    RecordedResults recording,
    SearchSpace space,
    List<Recorded> byIndex,
    Yardstick yardstick) {

  public RecordedSpace {
    tags = List.copyOf(tags);
    byIndex = List.copyOf(byIndex);
  }

  /**
   * @throws InvalidFileException if no configuration has a time
   */
  public static RecordedSpace of(String name, List<String> tags, RecordedResults recording) {
    SearchSpace space = recording.space();
    Recorded[] byIndex = new Recorded[recording.entries().size()];
    for (Recorded entry : recording.entries()) {
      byIndex[(int) space.indexOf(entry.configuration()).orElseThrow()] = entry;
    }
    List<Recorded> entries = Arrays.asList(byIndex);
    return new RecordedSpace(
        name, tags, recording, space, entries, Yardstick.of(recording.file(), entries));
  }

  public Recorded of(Configuration configuration) {
    return byIndex.get((int) space.indexOf(configuration).orElseThrow());
  }

  /**
   * Optimum and budget of a recorded space.
   *
   * <p>The <em>target</em> lies 5 % of the way from the optimum to the median of the valid times.
   * The <em>budget</em> is the number of random draws after which the expected rank of the best
   * reaches the target, failing configurations included; in seconds, as many mean costs. Scores
   * cover the budget from 1 % of that way, in practice from the first draw.
   */
  static final class Yardstick {

    private static final double CUTOFF = 0.95;
    private static final double CUTOFF_START = 0.01;

    private final double[] millis;
    private final double[] seconds;
    private final double[] valid;

    /**
     * @param millis NaN where a configuration failed
     * @param seconds cost of evaluating each configuration
     */
    Yardstick(double[] millis, double[] seconds) {
      this.millis = millis.clone();
      this.seconds = seconds.clone();
      this.valid = Arrays.stream(millis).filter(time -> !Double.isNaN(time)).sorted().toArray();
      if (valid.length == 0) {
        throw new IllegalArgumentException("A recorded space needs at least one valid time.");
      }
    }

    static Yardstick of(Path file, List<Recorded> entries) {
      double[] millis =
          entries.stream().mapToDouble(entry -> entry.millis().orElse(Double.NaN)).toArray();
      if (Arrays.stream(millis).allMatch(Double::isNaN)) {
        throw new InvalidFileException(
            List.of(
                FileProblem.ofFile(
                    file,
                    "all %,d configurations failed".formatted(millis.length),
                    "Use a recording with at least one valid time.")));
      }
      return new Yardstick(
          millis, entries.stream().mapToDouble(entry -> entry.cost().seconds()).toArray());
    }

    public int size() {
      return millis.length;
    }

    public int valid() {
      return valid.length;
    }

    public double optimum() {
      return valid[0];
    }

    /** Median of the valid times, in milliseconds. */
    public double median() {
      int half = valid.length / 2;
      return valid.length % 2 == 1 ? valid[half] : (valid[half - 1] + valid[half]) / 2;
    }

    /**
     * Mean of the valid times, in milliseconds; it stands for a search without a valid evaluation.
     */
    public double mean() {
      return Arrays.stream(valid).average().orElseThrow();
    }

    public double meanCost() {
      return Arrays.stream(seconds).average().orElseThrow();
    }

    public int evaluations() {
      return cutoff(CUTOFF);
    }

    public int firstEvaluation() {
      return cutoff(CUTOFF_START);
    }

    public double seconds() {
      return evaluations() * meanCost();
    }

    double[] millis() {
      return millis.clone();
    }

    double[] costs() {
      return seconds.clone();
    }

    double[] validTimes() {
      return valid.clone();
    }

    private int cutoff(double share) {
      double target = optimum() + (median() - optimum()) * (1 - share);
      int reach = (int) Arrays.stream(valid).takeWhile(time -> time <= target).count();
      int missing = size() - reach;
      return Math.max(1, (int) Math.ceil(missing / (size() + 1.0 - missing)));
    }

    static double[] points(double from, double to, int count) {
      double step = (to - from) / (count - 1);
      return IntStream.range(0, count)
          .mapToDouble(i -> i == count - 1 ? to : from + i * step)
          .toArray();
    }
  }
}

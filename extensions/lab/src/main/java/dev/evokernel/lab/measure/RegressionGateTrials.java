package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.RegressionCheck;
import dev.evokernel.comparison.RegressionCheck.Finding;
import dev.evokernel.comparison.RegressionCheck.Verdict;
import dev.evokernel.comparison.SequentialComparison;

/**
 * Repeated runs of the regression gate in fresh device processes.
 *
 * @param progress receives each trial's verdict
 */
public record RegressionGateTrials(
    List<RegressionGateTrials.Match> matches, Consumer<String> progress) {

  public RegressionGateTrials {
    matches = List.copyOf(matches);
  }

  /**
   * Result of one gate.
   *
   * @param findings one for each shape
   */
  public record Trial(List<Finding> findings, Duration time) {

    public Trial {
      findings = List.copyOf(findings);
    }

    public Verdict verdict() {
      return findings.stream()
          .map(Finding::verdict)
          .max(Comparator.comparingInt(RegressionGateTrials::gravity))
          .orElseThrow();
    }

    /** Number of fresh device processes that the gate started. */
    public int processes() {
      return findings.stream()
          .flatMap(finding -> finding.measured().stream())
          .map(SequentialComparison.Comparison::pairs)
          .mapToInt(List::size)
          .max()
          .orElse(0);
    }
  }

  /** A leaderboard entry and its challenger, compiled. */
  public record Match(RegressionCheck check, InterleavedComparison comparison) {}

  /**
   * Runs the gate {@code repeats} times, or until this thread is interrupted.
   *
   * @return completed trials, at least one
   * @throws InterruptedException if no trial completed
   */
  public List<Trial> hold(int repeats, long seed) throws InterruptedException {
    var random = new SplittableRandom(seed);
    var trials = new ArrayList<Trial>();
    try {
      for (int i = 1; i <= repeats; i++) {
        Trial trial = hold(random);
        trials.add(trial);
        progress.accept("%d of %d: %s".formatted(i, repeats, trial.verdict().label()));
      }
    } catch (InterruptedException e) {
      if (trials.isEmpty()) {
        throw e;
      }
      progress.accept("stopped after %d of %d".formatted(trials.size(), repeats));
    }
    return trials;
  }

  private Trial hold(SplittableRandom random) throws InterruptedException {
    long began = System.nanoTime();
    var findings = new ArrayList<Finding>();
    for (Match match : matches) {
      findings.addAll(match.check().check(match.comparison(), random.split()));
    }
    return new Trial(findings, Duration.ofNanos(System.nanoTime() - began));
  }

  private static int gravity(Verdict verdict) {
    return switch (verdict) {
      case FINE -> 0;
      case UNDECIDED -> 1;
      case REGRESSION -> 2;
    };
  }
}

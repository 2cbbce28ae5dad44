package dev.evokernel.lab;

import java.util.List;

/**
 * Scores of the runs of one search on one space.
 *
 * <p>At a point of the budget, let s be the best time of a run so far, b the expected best of
 * random search and o the optimum. The performance of the run there is (b − s) / (b − o); its score
 * is the mean over {@value Scoring#POINTS} equidistant points. An evaluation counts once it is
 * complete. Before the first valid evaluation, s is the mean of the space.
 *
 * @param seconds over the budget in seconds, against the calculated baseline
 * @param replayed over the budget in seconds, against the replayed baseline: the score to quote
 * @param evaluations over the budget in evaluations, against the calculated baseline
 * @param optimumFound share of the runs that found the optimum within the budget in seconds
 * @param shortRuns runs that ended before one of the budgets without the optimum
 */
public record Scores(
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

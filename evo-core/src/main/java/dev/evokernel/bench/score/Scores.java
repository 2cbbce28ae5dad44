package dev.evokernel.bench.score;

/**
 * How good the runs of one search were on one space.
 *
 * <p>At a point of the budget let s be the best time of a run so far, b the expected best of random
 * search and o the optimum; then the run's performance there is (b − s) / (b − o), and its score
 * the mean over {@value Scoring#POINTS} equidistant points. An evaluation counts once it is
 * complete, and before the first valid one s is the mean of the space.
 *
 * @param seconds over the budget in seconds, against the calculated baseline
 * @param replayed over the budget in seconds, against the replayed baseline: the one to quote
 * @param evaluations over the budget in evaluations, against the calculated baseline
 * @param optimumFound the share of the runs that found the optimum within the budget in seconds
 * @param runs how many there were
 * @param shortRuns how many of them ended before one of the budgets without the optimum
 */
public record Scores(
    Score seconds,
    Score replayed,
    Score evaluations,
    double optimumFound,
    int runs,
    int shortRuns) {}

package dev.evokernel.bench.score;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One set of runs against another, space by space and group by group.
 *
 * @param ours the name of the one
 * @param theirs the name of the other
 */
public record TraceComparison(String ours, String theirs, List<Row> rows) {

  /**
   * @param where a space or a group
   * @param seconds ours less theirs, over seconds against the replayed baseline
   * @param evaluations ours less theirs, over evaluations
   */
  public record Row(
      String where,
      Score ourSeconds,
      Score theirSeconds,
      Score seconds,
      Score ourEvaluations,
      Score theirEvaluations,
      Score evaluations) {}

  public TraceComparison {
    rows = List.copyOf(rows);
  }

  /** On the spaces and groups that both have. */
  static TraceComparison of(ScoreCard ours, ScoreCard theirs, String theirName) {
    var rows = new ArrayList<Row>();
    ours.scores()
        .forEach(
            (space, scores) -> {
              Scores other = theirs.scores().get(space);
              if (other != null) {
                rows.add(row(space, scores, other));
              }
            });
    ours.groups()
        .forEach(
            (group, members) -> {
              if (members.equals(theirs.groups().get(group)) && members.size() > 1) {
                Function<Scores, Score> seconds = Scores::replayed;
                Function<Scores, Score> evaluations = Scores::evaluations;
                rows.add(
                    row(
                        group,
                        ours.mean(group, seconds),
                        theirs.mean(group, seconds),
                        ours.mean(group, evaluations),
                        theirs.mean(group, evaluations)));
              }
            });
    return new TraceComparison(ours.strategy(), theirName, rows);
  }

  static Row row(String where, Scores ours, Scores theirs) {
    return row(where, ours.replayed(), theirs.replayed(), ours.evaluations(), theirs.evaluations());
  }

  static Row row(String where, Score seconds, Score otherSeconds, Score evals, Score otherEvals) {
    return new Row(
        where,
        seconds,
        otherSeconds,
        seconds.minus(otherSeconds),
        evals,
        otherEvals,
        evals.minus(otherEvals));
  }
}

package dev.evokernel.lab.score.record;

import java.util.ArrayList;
import java.util.List;

/**
 * Comparison of two sets of runs, by space and by group.
 *
 * @param ours name of the first set
 * @param theirs name of the second set
 */
public record TraceComparison(String ours, String theirs, List<Row> rows) {

  /**
   * Scores on a space or a group.
   *
   * @param ourSeconds over seconds, against the replayed baseline
   */
  public record Row(
      String where,
      Score ourSeconds,
      Score theirSeconds,
      Score ourEvaluations,
      Score theirEvaluations) {

    Row(String where, Scores ours, Scores theirs) {
      this(where, ours.replayed(), theirs.replayed(), ours.evaluations(), theirs.evaluations());
    }

    public Score seconds() {
      return ourSeconds.minus(theirSeconds);
    }

    public Score evaluations() {
      return ourEvaluations.minus(theirEvaluations);
    }
  }

  public TraceComparison {
    rows = List.copyOf(rows);
  }

  public static TraceComparison of(ScoreCard ours, ScoreCard theirs, String theirName) {
    var rows = new ArrayList<Row>();
    ours.scores()
        .forEach(
            (space, scores) -> {
              Scores other = theirs.scores().get(space);
              if (other != null) {
                rows.add(new Row(space, scores, other));
              }
            });
    ours.groups()
        .forEach(
            (group, members) -> {
              if (members.equals(theirs.groups().get(group)) && members.size() > 1) {
                rows.add(
                    new Row(
                        group,
                        ours.mean(group, Scores::replayed),
                        theirs.mean(group, Scores::replayed),
                        ours.mean(group, Scores::evaluations),
                        theirs.mean(group, Scores::evaluations)));
              }
            });
    return new TraceComparison(ours.strategy(), theirName, rows);
  }
}

package dev.evokernel.lab;

import java.util.ArrayList;
import java.util.List;

/** Comparison of two sets of runs, by space and by group. */
public record TraceComparison(String ours, String theirs, List<Row> rows) {

  /** Scores on a space or a group. */
  public record Row(String where, Scores ours, Scores theirs) {

    /** Difference over seconds, against the replayed baseline. */
    public Score seconds() {
      return ours.replayed().minus(theirs.replayed());
    }

    public Score evaluations() {
      return ours.evaluations().minus(theirs.evaluations());
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
                rows.add(new Row(group, ours.mean(group), theirs.mean(group)));
              }
            });
    return new TraceComparison(ours.strategy(), theirName, rows);
  }
}

package dev.evokernel.lab;

import module java.base;

import dev.evokernel.lab.Scoring.Scores;
import java.util.ArrayList;
import java.util.List;

/**
 * Traces of strategies on spaces, with their scores.
 *
 * @param spaces in the order of the tables
 * @param traces strategy → space → runs
 * @param scorings of each space, by its name
 */
record Tournament(
    List<RecordedSpace> spaces,
    SequencedMap<String, Map<String, List<Trace>>> traces,
    List<ScoreCard> cards,
    Map<String, Scoring> scorings) {

  public Tournament {
    spaces = List.copyOf(spaces);
    cards = List.copyOf(cards);
    scorings = Map.copyOf(scorings);
  }

  public Scoring scoring(RecordedSpace space) {
    return Objects.requireNonNull(scorings.get(space.name()));
  }

  /** Runs of a strategy on a space; empty if there are none. */
  public List<Trace> runs(String strategy, RecordedSpace space) {
    return traces.getOrDefault(strategy, Map.of()).getOrDefault(space.name(), List.of());
  }

  /** Points and baselines of each space; each takes about a second. */
  public static Map<String, Scoring> scorings(List<RecordedSpace> spaces, Cores cores)
      throws InterruptedException {
    var tasks = new ArrayList<Callable<Scoring>>();
    spaces.forEach(space -> tasks.add(() -> new Scoring(space.yardstick())));
    List<Scoring> all = cores.all(tasks);
    var scorings = new HashMap<String, Scoring>();
    for (int i = 0; i < spaces.size(); i++) {
      scorings.put(spaces.get(i).name(), all.get(i));
    }
    return scorings;
  }

  /**
   * Scores traces.
   *
   * @param traces strategy → space → runs; spaces without runs are left out
   */
  public static Tournament of(
      List<RecordedSpace> spaces,
      SequencedMap<String, Map<String, List<Trace>>> traces,
      Map<String, Scoring> scorings) {
    var cards = new ArrayList<ScoreCard>();
    traces.forEach(
        (strategy, bySpace) -> {
          var scores = new LinkedHashMap<String, Scores>();
          bySpace.forEach(
              (space, runs) -> {
                Scoring scoring = scorings.get(space);
                if (scoring != null && !runs.isEmpty()) {
                  scores.put(space, scoring.of(runs));
                }
              });
          cards.add(ScoreCard.of(strategy, spaces, scores));
        });
    return new Tournament(spaces, traces, cards, scorings);
  }

  public List<TraceComparison> against(Tournament others, String where) {
    return cards.stream()
        .flatMap(
            ours ->
                others.cards.stream()
                    .map(
                        theirs ->
                            TraceComparison.of(
                                ours, theirs, "%s in %s".formatted(theirs.strategy(), where))))
        .filter(comparison -> !comparison.rows().isEmpty())
        .toList();
  }

  /**
   * Scores of one strategy.
   *
   * @param scores of each space by its name, in the order of the spaces; never empty
   * @param groups names of the spaces with each tag; {@code all} is last
   */
  record ScoreCard(
      String strategy,
      SequencedMap<String, Scores> scores,
      SequencedMap<String, List<String>> groups) {

    public static final String ALL = "all";

    public ScoreCard {
      scores = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(scores));
      groups = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(groups));
    }

    /** Card of a strategy with runs on at least one of the spaces. */
    public static ScoreCard of(
        String strategy, List<RecordedSpace> spaces, Map<String, Scores> byName) {
      var scores = new LinkedHashMap<String, Scores>();
      var groups = new LinkedHashMap<String, List<String>>();
      for (RecordedSpace space : spaces) {
        Scores found = byName.get(space.name());
        if (found != null) {
          scores.put(space.name(), found);
          for (String tag : space.tags()) {
            groups.computeIfAbsent(tag, _ -> new ArrayList<>()).add(space.name());
          }
        }
      }
      groups.put(ALL, List.copyOf(scores.keySet()));
      return new ScoreCard(strategy, scores, groups);
    }

    /** Means over a group, with equal weights of the spaces. */
    public Scores mean(String group) {
      List<String> members = groups.getOrDefault(group, List.of());
      return Scores.mean(
          scores.entrySet().stream()
              .filter(entry -> members.contains(entry.getKey()))
              .map(Map.Entry::getValue)
              .toList());
    }
  }

  /** Comparison of two sets of runs, by space and by group. */
  record TraceComparison(String ours, String theirs, List<Row> rows) {

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
}

package dev.evokernel.bench.score;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.Callable;

/**
 * Traces of some strategies on some spaces, with all that can be said of them.
 *
 * @param spaces in the order of the tables
 * @param traces strategy → space → runs
 * @param cards one for each strategy
 * @param scorings one for each space, by its name
 */
public record Tournament(
    List<RecordedSpace> spaces,
    SequencedMap<String, Map<String, List<Trace>>> traces,
    List<ScoreCard> cards,
    Map<String, Scoring> scorings) {

  public Tournament {
    spaces = List.copyOf(spaces);
    cards = List.copyOf(cards);
    scorings = Map.copyOf(scorings);
  }

  /** The points and baselines of one of the spaces. */
  Scoring scoring(RecordedSpace space) {
    return Objects.requireNonNull(scorings.get(space.name()));
  }

  /** A strategy's runs on one of the spaces; empty when there are none. */
  List<Trace> runs(String strategy, RecordedSpace space) {
    return traces.getOrDefault(strategy, Map.of()).getOrDefault(space.name(), List.of());
  }

  /** The points and baselines of each space, which take a second each. */
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

  /** Each of these strategies against each of the others, on the spaces that both have. */
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
}

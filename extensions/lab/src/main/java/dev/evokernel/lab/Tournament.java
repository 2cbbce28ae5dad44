package dev.evokernel.lab;

import module java.base;

/**
 * Traces of strategies on spaces, with their scores.
 *
 * @param spaces in the order of the tables
 * @param traces strategy → space → runs
 * @param scorings of each space, by its name
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

  /** Compares each strategy with each of the others, on their common spaces. */
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

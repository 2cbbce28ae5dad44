package dev.evokernel.lab;

import module java.base;

/**
 * Scores of one strategy.
 *
 * @param scores of each space by its name, in the order of the spaces; never empty
 * @param groups names of the spaces with each tag; {@code all} is last
 */
public record ScoreCard(
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

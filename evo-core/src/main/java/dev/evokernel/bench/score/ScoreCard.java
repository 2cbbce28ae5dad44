package dev.evokernel.bench.score;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The scores of one strategy.
 *
 * @param scores of each space by its name, in the order of the spaces; never empty
 * @param groups the spaces of each tag by their names; {@code all} stands last
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

  /** The card of a strategy that has runs on at least one of the spaces. */
  static ScoreCard of(String strategy, List<RecordedSpace> spaces, Map<String, Scores> byName) {
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

  /** The mean of a score over a group, each space counting alike. */
  public Score mean(String group, Function<Scores, Score> column) {
    return Score.mean(members(group).map(column).toList());
  }

  /** The share of a group's runs that found the optimum. */
  double optimumFound(String group) {
    return members(group).mapToDouble(Scores::optimumFound).average().orElseThrow();
  }

  private Stream<Scores> members(String group) {
    return scores.entrySet().stream()
        .filter(entry -> groups.getOrDefault(group, List.of()).contains(entry.getKey()))
        .map(Map.Entry::getValue);
  }
}

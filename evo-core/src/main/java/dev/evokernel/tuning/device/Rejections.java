package dev.evokernel.tuning.device;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts why configurations were rejected. */
final class Rejections {

  private final List<Rejected> all = new ArrayList<>();

  void add(Rejected rejected) {
    all.add(rejected);
  }

  int count() {
    return all.size();
  }

  /** For example {@code 61 compile-error, 3 wrong-result}, the most frequent first. */
  String byReason() {
    var counts = new EnumMap<Rejection, Integer>(Rejection.class);
    all.forEach(one -> counts.merge(one.reason(), 1, Integer::sum));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<Rejection, Integer>comparingByValue().reversed())
        .map(one -> one.getValue() + " " + one.getKey().label())
        .collect(Collectors.joining(", "));
  }

  /** The message that came most often, the first of several; empty where nothing was rejected. */
  String mostFrequent() {
    var counts = new LinkedHashMap<String, Integer>();
    all.forEach(one -> counts.merge(one.message().strip(), 1, Integer::sum));
    int most = counts.values().stream().max(Comparator.naturalOrder()).orElse(0);
    return counts.entrySet().stream()
        .filter(one -> one.getValue() == most)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  /** The beginning of a message's first line, with an ellipsis where it goes on. */
  static String line(Rejected rejected, int width) {
    String message = rejected.message().strip();
    String line = message.lines().findFirst().orElse("");
    return line.length() <= width ? line : line.substring(0, width) + "…";
  }
}

package dev.evokernel.tuning.device;

import module java.base;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;

/** Counter of the reasons why configurations were rejected. */
final class Rejections {

  private final List<Rejected> all = new ArrayList<>();

  void add(Rejected rejected) {
    all.add(rejected);
  }

  int count() {
    return all.size();
  }

  /**
   * Counts by reason, the most frequent first, for example {@code 61 compile-error, 3
   * wrong-result}.
   */
  String byReason() {
    var counts = new EnumMap<Rejection, Integer>(Rejection.class);
    all.forEach(rejected -> counts.merge(rejected.reason(), 1, Integer::sum));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<Rejection, Integer>comparingByValue().reversed())
        .map(count -> count.getValue() + " " + count.getKey().label())
        .collect(Collectors.joining(", "));
  }

  /** Most frequent message, the first among equals; empty without a rejection. */
  String mostFrequent() {
    var counts = new LinkedHashMap<String, Integer>();
    all.forEach(rejected -> counts.merge(rejected.message().strip(), 1, Integer::sum));
    int most = counts.values().stream().max(Comparator.naturalOrder()).orElse(0);
    return counts.entrySet().stream()
        .filter(count -> count.getValue() == most)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  /** First line of a message, cut to a width with an ellipsis. */
  static String line(Rejected rejected, int width) {
    String message = rejected.message().strip();
    String line = message.lines().findFirst().orElse("");
    return line.length() <= width ? line : line.substring(0, width) + "…";
  }
}

package dev.evokernel.health;

import module java.base;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;

/**
 * Deadline of an evaluation, from the durations of the latest evaluations.
 *
 * <p>The first attempt may take {@value #FACTOR} times the longest of the latest {@value #MEMORY}
 * measured evaluations, plus {@value #FLOOR_SECONDS} s for work that does not depend on the
 * candidate. A slower candidate is evaluated again in a fresh process with {@value #SECOND} times
 * the limit, so that other load on the machine does not reject a good candidate. Before the first
 * measurement, and if both attempts together would exceed the hard limit, there is one attempt with
 * the hard limit. With evaluations of 0.3 s a hanging kernel costs 7.5 s.
 */
public final class Deadline {

  static final int FACTOR = 5;
  static final int SECOND = 2;
  static final int MEMORY = 16;
  static final int FLOOR_SECONDS = 1;

  private final Duration hard;
  private final Deque<Long> latest = new ArrayDeque<>();

  Deadline(Duration hard) {
    this.hard = hard;
  }

  public static Deadline after(Duration hard, Collection<Candidate> earlier) {
    var deadline = new Deadline(hard);
    earlier.stream()
        .filter(candidate -> candidate.objective().isPresent())
        .flatMap(candidate -> candidate.evaluation().stream())
        .filter(evaluation -> evaluation.evaluateNanos() > 0)
        .sorted(Comparator.comparing(Evaluation::finished))
        .forEach(evaluation -> deadline.measured(evaluation.evaluateNanos()));
    return deadline;
  }

  void measured(long nanos) {
    latest.add(nanos);
    if (latest.size() > MEMORY) {
      latest.remove();
    }
  }

  /** Adapts to a device on which everything takes longer than before. */
  void slowed(double ratio) {
    List<Long> slower = latest.stream().map(nanos -> (long) (Math.max(1, ratio) * nanos)).toList();
    latest.clear();
    latest.addAll(slower);
  }

  Duration hard() {
    return hard;
  }

  Duration first() {
    OptionalLong longest = latest.stream().mapToLong(Long::longValue).max();
    if (longest.isEmpty()) {
      return hard;
    }
    Duration wanted =
        Duration.ofNanos(longest.getAsLong()).multipliedBy(FACTOR).plusSeconds(FLOOR_SECONDS);
    return wanted.multipliedBy(1 + SECOND).compareTo(hard) < 0 ? wanted : hard;
  }

  Duration second() {
    Duration first = first();
    return first.equals(hard) ? hard : first.multipliedBy(SECOND);
  }
}

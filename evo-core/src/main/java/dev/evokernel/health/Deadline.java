package dev.evokernel.health;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * How long an evaluation may take before its process is killed, from how long the latest took.
 *
 * <p>The first attempt may take {@value #FACTOR} times the longest of the latest {@value #MEMORY}
 * evaluations that ended in a measurement, and {@value #FLOOR_SECONDS} s on top for whatever has
 * nothing to do with the candidate. Who overstays that is tried once more, in a fresh process and
 * with {@value #SECOND} times as long: a machine that was busy with something else for a moment
 * must not cost a good candidate its place. Where the two together would take longer than the hard
 * limit, that alone holds, as it does as long as nothing was measured. With evaluations of 0.3 s a
 * kernel that hangs so costs 7.5 s, and never more than the hard limit.
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

  /** As it stood when these candidates of earlier sittings had been evaluated. */
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

  /** An evaluation ended in a measurement after this long. */
  void measured(long nanos) {
    latest.add(nanos);
    if (latest.size() > MEMORY) {
      latest.remove();
    }
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

  /** After the first was not enough. */
  Duration second() {
    Duration first = first();
    return first.equals(hard) ? hard : first.multipliedBy(SECOND);
  }
}

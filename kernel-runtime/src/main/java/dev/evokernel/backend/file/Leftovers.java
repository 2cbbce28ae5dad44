package dev.evokernel.backend.file;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.util.List;
import java.util.Optional;

/**
 * Objects that a candidate left behind, such as processes and open files.
 *
 * @param found each with its name or number; a candidate with leftovers is rejected
 */
public record Leftovers(List<String> found) {

  public static final Leftovers NONE = new Leftovers(List.of());

  private static final int LISTED = 5;

  public Leftovers {
    found = List.copyOf(found);
  }

  /** Whether the process must be replaced before the next candidate. */
  public boolean stale() {
    return !found.isEmpty();
  }

  public Optional<Rejected> rejection() {
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Rejected(
                Rejection.LEFT_BEHIND,
                "",
                summary()
                    + ". A kernel must end the processes and threads that it starts, close what it"
                    + " opens and undo what it sets."));
  }

  /**
   * Adds the leftovers to the outcome of a candidate. An earlier reason for a rejection stays the
   * reason.
   */
  public Outcome judge(Outcome outcome) {
    return switch (outcome) {
      case Measured _ -> rejection().<Outcome>map(rejected -> rejected).orElse(outcome);
      case Rejected rejected -> judge(rejected);
    };
  }

  /** Adds the leftovers to the rejection, if any, of a candidate that was not timed. */
  public Optional<Rejected> judge(Optional<Rejected> refusal) {
    return refusal.isPresent() ? refusal.map(this::judge) : rejection();
  }

  private Rejected judge(Rejected rejected) {
    return found.isEmpty()
        ? rejected
        : new Rejected(
            rejected.reason(), rejected.shape(), rejected.message() + " " + summary() + ".");
  }

  private String summary() {
    int more = found.size() - LISTED;
    return "It left behind: "
        + String.join(", ", found.stream().limit(LISTED).toList())
        + (more > 0 ? ", and %d more".formatted(more) : "");
  }
}

package dev.evokernel.backend;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.util.List;
import java.util.Optional;

/**
 * What a candidate left behind.
 *
 * @param found each with its name or number; the candidate is rejected unless empty
 */
public record Leftovers(List<String> found) {

  public static final Leftovers NONE = new Leftovers(List.of());

  private static final int TOLD = 5;

  public Leftovers {
    found = List.copyOf(found);
  }

  /** Whether the process must be replaced before another candidate. */
  public boolean stale() {
    return !found.isEmpty();
  }

  /** Empty when nothing was left. */
  public Optional<Rejected> rejection() {
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Rejected(
                Rejection.LEFT_BEHIND,
                "",
                told()
                    + ". A kernel must end the processes and threads that it starts, close what it"
                    + " opens and undo what it sets."));
  }

  /** The outcome of the candidate: an earlier reason for a rejection stays the reason. */
  public Outcome judge(Outcome outcome) {
    return switch (outcome) {
      case Measured _ -> rejection().<Outcome>map(rejected -> rejected).orElse(outcome);
      case Rejected rejected -> judge(rejected);
    };
  }

  /** The same of a candidate that was not timed. */
  public Optional<Rejected> judge(Optional<Rejected> refusal) {
    return refusal.isPresent() ? refusal.map(this::judge) : rejection();
  }

  private Rejected judge(Rejected rejected) {
    return found.isEmpty()
        ? rejected
        : new Rejected(
            rejected.reason(), rejected.shape(), rejected.message() + " " + told() + ".");
  }

  private String told() {
    String more = found.size() > TOLD ? ", and %d more".formatted(found.size() - TOLD) : "";
    return "It left behind: " + String.join(", ", found.stream().limit(TOLD).toList()) + more;
  }
}

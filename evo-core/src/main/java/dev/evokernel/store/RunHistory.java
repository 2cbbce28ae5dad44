package dev.evokernel.store;

import java.util.List;
import java.util.Optional;

/**
 * Everything the store knows of one run.
 *
 * @param candidates by number; those whose evaluation never ended are among them
 */
public record RunHistory(StoredRun run, List<Candidate> candidates, Optional<Finals> finals) {

  public RunHistory {
    candidates = List.copyOf(candidates);
  }

  /** The candidate with this number. */
  public Optional<Candidate> candidate(int number) {
    return candidates.stream().filter(candidate -> candidate.number() == number).findFirst();
  }

  /** The candidate that is the kernel's default configuration, once it has been proposed. */
  public Optional<Candidate> incumbent() {
    return candidates.stream()
        .filter(candidate -> candidate.configuration().equals(run.subject().incumbent()))
        .findFirst();
  }
}

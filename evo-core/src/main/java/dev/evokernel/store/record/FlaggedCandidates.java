package dev.evokernel.store.record;

import module java.base;

/**
 * Findings about candidates after their measurement.
 *
 * @param exclusions candidates that may not become champion, with reasons
 * @param driftChecks in order
 * @param suspects candidates that were timed while the device drifted
 */
public record FlaggedCandidates(
    List<Exclusion> exclusions, List<DriftCheck> driftChecks, List<Suspect> suspects) {

  public static final FlaggedCandidates NONE =
      new FlaggedCandidates(List.of(), List.of(), List.of());

  public FlaggedCandidates {
    exclusions = List.copyOf(exclusions);
    driftChecks = List.copyOf(driftChecks);
    suspects = List.copyOf(suspects);
  }

  /** Copies the flags with the drift checks of one device only. */
  public FlaggedCandidates of(int device) {
    return new FlaggedCandidates(
        exclusions,
        driftChecks.stream().filter(check -> check.device() == device).toList(),
        suspects);
  }

  public Optional<Exclusion> exclusion(int candidate) {
    return exclusions.stream().filter(flag -> flag.candidate() == candidate).findFirst();
  }

  public Optional<Suspect> suspect(int candidate) {
    return suspects.stream().filter(flag -> flag.candidate() == candidate).findFirst();
  }

  /** Whether a candidate is a suspect that was not measured again. */
  public boolean isOpen(int candidate) {
    return suspect(candidate).filter(flag -> !flag.settled()).isPresent();
  }

  /** Suspects with an objective that are neither excluded nor settled. */
  public List<Candidate> unsettled(List<Candidate> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.objective().isPresent())
        .filter(candidate -> exclusion(candidate.number()).isEmpty())
        .filter(candidate -> isOpen(candidate.number()))
        .toList();
  }

  /**
   * Candidates with an objective that may become champion. A suspect has the objective of its
   * second measurement.
   */
  public List<Candidate> eligible(List<Candidate> candidates) {
    return candidates.stream()
        .flatMap(
            candidate ->
                candidate
                    .withObjective(eligibleWith(candidate.number(), candidate.objective()))
                    .stream())
        .toList();
  }

  /** Objective of an eligible candidate; empty for other candidates. */
  private OptionalDouble eligibleWith(int candidate, OptionalDouble measured) {
    return measured.isEmpty() || exclusion(candidate).isPresent()
        ? OptionalDouble.empty()
        : suspect(candidate).map(Suspect::objective).orElse(measured);
  }
}

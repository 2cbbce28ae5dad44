package dev.evokernel.store;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was found about candidates after they were measured.
 *
 * @param exclusions candidates that may not become champion, and why
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

  /** The same with the drift checks of one device. */
  public FlaggedCandidates of(int device) {
    return new FlaggedCandidates(
        exclusions,
        driftChecks.stream().filter(check -> check.device() == device).toList(),
        suspects);
  }

  public Optional<Exclusion> exclusion(int candidate) {
    return exclusions.stream().filter(one -> one.candidate() == candidate).findFirst();
  }

  public Optional<Suspect> suspect(int candidate) {
    return suspects.stream().filter(one -> one.candidate() == candidate).findFirst();
  }

  /** Candidates with an objective that were timed while the device drifted, and not again since. */
  public List<Candidate> unsettled(List<Candidate> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.objective().isPresent())
        .filter(candidate -> exclusion(candidate.number()).isEmpty())
        .filter(
            candidate ->
                suspect(candidate.number()).filter(suspect -> !suspect.settled()).isPresent())
        .toList();
  }

  /**
   * The candidates with an objective that may become champion. A suspect has the objective of its
   * second measurement.
   */
  public List<Candidate> eligible(List<Candidate> candidates) {
    return candidates.stream()
        .flatMap(one -> one.withObjective(eligibleWith(one.number(), one.objective())).stream())
        .toList();
  }

  /** The same of outlines. */
  List<CandidateOutline> eligibleOutlines(List<CandidateOutline> candidates) {
    return candidates.stream()
        .map(one -> one.with(eligibleWith(one.number(), one.objective())))
        .filter(one -> one.objective().isPresent())
        .toList();
  }

  /** Empty for a candidate that may not. */
  private OptionalDouble eligibleWith(int candidate, OptionalDouble measured) {
    return measured.isEmpty() || exclusion(candidate).isPresent()
        ? OptionalDouble.empty()
        : suspect(candidate).map(Suspect::objective).orElse(measured);
  }
}

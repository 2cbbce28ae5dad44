package dev.evokernel.store;

import java.util.List;
import java.util.Optional;

/**
 * What came out about candidates after they were measured.
 *
 * @param exclusions who may not lead, and why
 * @param drift how the device was, in order
 * @param doubts who was measured while it drifted
 */
public record FlaggedCandidates(
    List<Exclusion> exclusions, List<DriftCheck> drift, List<Suspect> doubts) {

  public static final FlaggedCandidates NONE =
      new FlaggedCandidates(List.of(), List.of(), List.of());

  public FlaggedCandidates {
    exclusions = List.copyOf(exclusions);
    drift = List.copyOf(drift);
    doubts = List.copyOf(doubts);
  }

  public Optional<Exclusion> exclusion(int candidate) {
    return exclusions.stream().filter(one -> one.candidate() == candidate).findFirst();
  }

  public Optional<Suspect> doubt(int candidate) {
    return doubts.stream().filter(one -> one.candidate() == candidate).findFirst();
  }

  /** Those that were measured while the device drifted, and not again since. */
  public List<Candidate> doubted(List<Candidate> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.objective().isPresent())
        .filter(candidate -> exclusion(candidate.number()).isEmpty())
        .filter(
            candidate -> doubt(candidate.number()).filter(doubt -> !doubt.settled()).isPresent())
        .toList();
  }

  /**
   * Those of the candidates that have an objective and may lead, each with the objective that
   * holds: of its second measurement, where the device drifted during the first.
   */
  public List<Candidate> eligible(List<Candidate> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.objective().isPresent())
        .filter(candidate -> exclusion(candidate.number()).isEmpty())
        .flatMap(
            candidate ->
                doubt(candidate.number())
                    .map(doubt -> candidate.withObjective(doubt.objective()))
                    .orElse(Optional.of(candidate))
                    .stream())
        .toList();
  }
}

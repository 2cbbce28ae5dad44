package dev.evokernel.store;

import module java.base;

import dev.evokernel.outcome.Outcome.Rejected;

/** Findings about candidates after their measurement. */
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

  private OptionalDouble eligibleWith(int candidate, OptionalDouble measured) {
    return measured.isEmpty() || exclusion(candidate).isPresent()
        ? OptionalDouble.empty()
        : suspect(candidate).map(Suspect::objective).orElse(measured);
  }

  /**
   * Measured candidate that failed a later check and may not become champion. Its outcome for the
   * search stays, so that a resumed run proposes the same candidates.
   */
  public record Exclusion(int candidate, Rejected why, Instant at) {}

  /**
   * Candidate that was timed while the device drifted. Its outcome for the search stays, so that a
   * resumed run proposes the same candidates.
   *
   * @param objective of the second measurement; empty before it and after a rejection
   */
  public record Suspect(int candidate, boolean settled, OptionalDouble objective, Instant at) {

    public Suspect {
      if (!settled && objective.isPresent()) {
        throw new IllegalArgumentException("An unsettled suspect cannot have an objective.");
      }
    }

    public static Suspect open(int candidate, Instant at) {
      return new Suspect(candidate, false, OptionalDouble.empty(), at);
    }

    public static Suspect settled(int candidate, OptionalDouble objective, Instant at) {
      return new Suspect(candidate, true, objective, at);
    }
  }

  /**
   * Measurement of the default during the search.
   *
   * @param device its number within the run
   * @param ratio the geometric mean over the shapes of p50 relative to the device's current level
   * @param spent on this measurement and on repeated measurements
   */
  public record DriftCheck(
      int device, long evaluations, Instant at, double ratio, boolean sound, Duration spent) {

    public DriftCheck {
      if (!(ratio > 0)) {
        throw new IllegalArgumentException("ratio must be > 0, was " + ratio + ".");
      }
    }
  }

  /**
   * Successful check of a device in a fresh process: the default took about as long as at first.
   *
   * @param process its number in the session: 1 for the process of a resumed run, more for a
   *     replacement
   * @param ratio the geometric mean over the shapes of p50 relative to the run's first measurement
   * @param spent on measuring and waiting
   */
  public record RecoveryCheck(int process, Instant at, int tries, double ratio, Duration spent) {

    public RecoveryCheck {
      if (process < 1 || tries < 1 || !(ratio > 0)) {
        throw new IllegalArgumentException(
            "A check needs process ≥ 1, tries ≥ 1 and ratio > 0, was %d, %d and %s."
                .formatted(process, tries, ratio));
      }
    }

    /** Whether the check followed the loss of a process, not the end of a session. */
    public boolean afterLoss() {
      return process > 1;
    }
  }
}

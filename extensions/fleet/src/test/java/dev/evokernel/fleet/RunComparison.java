package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;

/**
 * Comparison of a run with faults and its undisturbed reference: equal candidates in equal order
 * with equal outcomes, and the same champion.
 *
 * @param struck history of the run with faults
 * @param budget evaluations of both runs
 */
record RunComparison(RunHistory struck, int budget) {

  /** Reasons of a quarantine; no simulated configuration is rejected for them otherwise. */
  private static final Set<Rejection> QUARANTINE = Set.of(Rejection.CRASH, Rejection.COMPILE_ERROR);

  /** Copies the compared part of a history, so that its store can be closed. */
  static RunHistory detached(RunHistory history) {
    return Altered.of(history, "candidates", List.copyOf(history.candidates()));
  }

  /** Configurations rejected because they were under way during several faults. */
  Set<Configuration> quarantined() {
    return struck.candidates().stream()
        .filter(candidate -> candidate.evaluation().filter(RunComparison::isQuarantine).isPresent())
        .map(Candidate::configuration)
        .collect(Collectors.toSet());
  }

  private static boolean isQuarantine(Evaluation evaluation) {
    return evaluation.outcome() instanceof Rejected why && QUARANTINE.contains(why.reason());
  }

  /**
   * Returns the first difference.
   *
   * @param reference the undisturbed run, with the same configurations quarantined
   * @param losses maximum number of attempts that the faults can have interrupted
   */
  Optional<String> difference(RunHistory reference, int losses) {
    return unfinished()
        .or(() -> counts(losses))
        .or(() -> candidates(reference.candidates()))
        .or(() -> finals(reference.finals()));
  }

  private Optional<String> unfinished() {
    return struck.run().status() == RunStatus.FINISHED
        ? Optional.empty()
        : Optional.of("The run did not finish; its status is %s.".formatted(struck.run().status()));
  }

  private Optional<String> counts(int losses) {
    List<Candidate> all = struck.candidates();
    long configurations = all.stream().map(Candidate::configuration).distinct().count();
    if (configurations != all.size()) {
      return Optional.of(
          "%d candidates have only %d configurations: some were recorded twice."
              .formatted(all.size(), configurations));
    }
    Optional<Candidate> open =
        all.stream().filter(candidate -> candidate.evaluation().isEmpty()).findFirst();
    if (open.isPresent()) {
      return Optional.of("Candidate %d was never evaluated.".formatted(open.get().number()));
    }
    int repeated = all.stream().mapToInt(candidate -> Math.max(0, candidate.attempts() - 1)).sum();
    return repeated <= losses
        ? Optional.empty()
        : Optional.of(
            "%d attempts were repeated, but at most %d can have been lost: some were counted twice."
                .formatted(repeated, losses));
  }

  private Optional<String> candidates(List<Candidate> reference) {
    List<Candidate> candidates = struck.candidates();
    for (int i = 0; i < Math.min(candidates.size(), reference.size()); i++) {
      Candidate actual = candidates.get(i);
      Candidate expected = reference.get(i);
      if (!actual.proposal().equals(expected.proposal())) {
        return Optional.of(
            "Candidate %d is %s; without faults it is %s."
                .formatted(i + 1, actual.proposal(), expected.proposal()));
      }
      if (!isEqual(actual.evaluation().orElseThrow(), expected.evaluation().orElseThrow())) {
        return Optional.of(
            "Candidate %d has outcome %s (%s); without faults %s (%s)."
                .formatted(
                    actual.number(),
                    actual.outcomeLabel(),
                    actual.objective(),
                    expected.outcomeLabel(),
                    expected.objective()));
      }
    }
    return candidates.size() == reference.size() && candidates.size() >= budget
        ? Optional.empty()
        : Optional.of(
            "The run has %d candidates; without faults %d."
                .formatted(candidates.size(), reference.size()));
  }

  private static boolean isEqual(Evaluation actual, Evaluation expected) {
    return (isQuarantine(actual) && isQuarantine(expected))
        || (actual.outcome().equals(expected.outcome())
            && actual.objective().equals(expected.objective()));
  }

  private Optional<String> finals(Optional<FinalsDecision> reference) {
    if (struck.finals().isEmpty() || reference.isEmpty()) {
      return Optional.of("There were no finals.");
    }
    FinalsDecision actual = struck.finals().get();
    FinalsDecision expected = reference.get();
    return areEqual(actual.results(), expected.results())
            && actual.tied().equals(expected.tied())
            && actual.verdict().accepted() == expected.verdict().accepted()
        ? Optional.empty()
        : Optional.of(
            "The decision of the finals is %s; without faults %s.".formatted(actual, expected));
  }

  /**
   * Compares places, and samples of the processes that both runs have. Devices measure side by
   * side, so that a finalist which drops out was measured in more processes of a run with more
   * devices.
   */
  private static boolean areEqual(
      List<FinalistMeasurement> actual, List<FinalistMeasurement> expected) {
    return actual.size() == expected.size()
        && IntStream.range(0, actual.size()).allMatch(i -> isEqual(actual.get(i), expected.get(i)));
  }

  private static boolean isEqual(FinalistMeasurement actual, FinalistMeasurement expected) {
    return actual.candidate() == expected.candidate()
        && actual.role() == expected.role()
        && actual.shape().equals(expected.shape())
        && actual.byProcess().against(expected.byProcess()).stream()
            .allMatch(pair -> pair.base().equals(pair.other()));
  }
}

package dev.evokernel.bench.chaos;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a struck run is the one that was not struck: the same candidates in the same order with
 * the same outcomes, and the same champion.
 *
 * @param struck its history
 * @param budget how many evaluations both had
 */
record ChaosComparison(RunHistory struck, int budget) {

  /** No simulated configuration is rejected for one of these. */
  private static final Set<Rejection> OF_STROKES = Set.of(Rejection.CRASH, Rejection.COMPILE_ERROR);

  /** What is compared of a history, when its store is closed too. */
  static RunHistory detached(RunHistory history) {
    return new RunHistory(history.run(), List.copyOf(history.candidates()), history.finals());
  }

  /** Configurations that were rejected since they were under way at several strokes. */
  Set<Configuration> quarantined() {
    return struck.candidates().stream()
        .filter(
            candidate -> candidate.evaluation().filter(ChaosComparison::isQuarantine).isPresent())
        .map(Candidate::configuration)
        .collect(Collectors.toSet());
  }

  private static boolean isQuarantine(Evaluation evaluation) {
    return evaluation.outcome() instanceof Rejected why && OF_STROKES.contains(why.reason());
  }

  /**
   * The first difference.
   *
   * @param other the run that was not struck, which rejected the quarantined ones as well
   * @param losses how many attempts strokes can have broken off, at most
   */
  Optional<String> difference(RunHistory other, int losses) {
    return unfinished()
        .or(() -> counts(losses))
        .or(() -> candidates(other.candidates()))
        .or(() -> finals(other.finals()));
  }

  private Optional<String> unfinished() {
    return struck.run().status() == RunStatus.FINISHED
        ? Optional.empty()
        : Optional.of("The run did not finish: it is %s.".formatted(struck.run().status()));
  }

  private Optional<String> counts(int losses) {
    List<Candidate> all = struck.candidates();
    long configurations = all.stream().map(Candidate::configuration).distinct().count();
    if (configurations != all.size()) {
      return Optional.of(
          "%d candidates are %d configurations: some were recorded twice."
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
            "%d attempts were repeated, and only %d can have been lost: some were counted twice."
                .formatted(repeated, losses));
  }

  private Optional<String> candidates(List<Candidate> others) {
    List<Candidate> mine = struck.candidates();
    for (int i = 0; i < Math.min(mine.size(), others.size()); i++) {
      Candidate one = mine.get(i);
      Candidate other = others.get(i);
      if (!one.proposal().equals(other.proposal())) {
        return Optional.of(
            "Candidate %d is %s, and without strokes %s."
                .formatted(i + 1, one.proposal(), other.proposal()));
      }
      if (!sameValue(one.evaluation().orElseThrow(), other.evaluation().orElseThrow())) {
        return Optional.of(
            "Candidate %d came to %s (%s), and without strokes to %s (%s)."
                .formatted(
                    one.number(),
                    one.outcomeLabel(),
                    one.objective(),
                    other.outcomeLabel(),
                    other.objective()));
      }
    }
    return mine.size() == others.size() && mine.size() >= budget
        ? Optional.empty()
        : Optional.of(
            "There are %d candidates, and without strokes %d."
                .formatted(mine.size(), others.size()));
  }

  private static boolean sameValue(Evaluation one, Evaluation other) {
    return (isQuarantine(one) && isQuarantine(other))
        || (one.outcome().equals(other.outcome()) && one.objective().equals(other.objective()));
  }

  private Optional<String> finals(Optional<FinalsDecision> others) {
    if (struck.finals().isEmpty() || others.isEmpty()) {
      return Optional.of("There were no finals.");
    }
    FinalsDecision mine = struck.finals().get();
    FinalsDecision other = others.get();
    return mine.results().equals(other.results())
            && mine.tied().equals(other.tied())
            && mine.verdict().accepted() == other.verdict().accepted()
        ? Optional.empty()
        : Optional.of(
            "The finals were decided as %s, and without strokes as %s.".formatted(mine, other));
  }
}

package dev.evokernel.report;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredInitialConfiguration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What became of the seeds of a run, and whether the best of the run descends from one. */
final class InitialConfigurationsReport {

  private final RunHistory history;
  private final List<Candidate> ranked;

  private InitialConfigurationsReport(RunHistory history) {
    this.history = history;
    this.ranked =
        history.eligible().stream()
            .sorted(Comparator.comparingDouble(one -> one.objective().orElseThrow()))
            .toList();
  }

  /** Empty for a run that was given none. */
  static Optional<InitialConfigurationsReport> of(RunHistory history) {
    return history.initialConfigurations().isEmpty()
        ? Optional.empty()
        : Optional.of(new InitialConfigurationsReport(history));
  }

  /** One row for each seed in the order of generation 0, those that were left out included. */
  TextTable table() {
    var table =
        new TextTable()
            .right("seed")
            .left("origin")
            .right("candidate")
            .left("outcome")
            .right("objective")
            .right("rank")
            .left("note");
    int number = 0;
    for (StoredInitialConfiguration seed : history.initialConfigurations()) {
      Optional<Candidate> candidate = candidate(seed);
      table.row(
          Integer.toString(++number),
          seed.origin(),
          candidate.map(one -> Integer.toString(one.number())).orElse(""),
          outcome(seed, candidate),
          candidate.flatMap(InitialConfigurationsReport::objective).orElse(""),
          candidate.flatMap(this::rank).orElse(""),
          seed.note());
    }
    return table;
  }

  private Optional<Candidate> candidate(StoredInitialConfiguration seed) {
    return history.candidates().stream()
        .filter(one -> seed.used() && one.configuration().equals(seed.configuration()))
        .findFirst();
  }

  private static String outcome(StoredInitialConfiguration seed, Optional<Candidate> candidate) {
    return candidate.map(Candidate::outcomeLabel).orElse(seed.used() ? "not reached" : "left out");
  }

  private static Optional<String> objective(Candidate candidate) {
    return candidate.objective().isPresent()
        ? Optional.of(String.format(Locale.ROOT, "%.4f", candidate.objective().getAsDouble()))
        : Optional.empty();
  }

  /** Among all that may lead, at the end of the search. */
  private Optional<String> rank(Candidate candidate) {
    for (int i = 0; i < ranked.size(); i++) {
      if (ranked.get(i).number() == candidate.number()) {
        return Optional.of("%d of %d".formatted(i + 1, ranked.size()));
      }
    }
    return Optional.empty();
  }

  /**
   * Says where the best of the run comes from, in a sentence; empty when there is none, or when its
   * run did not write down who descends from whom.
   */
  Optional<String> descent() {
    Conclusion conclusion = Conclusion.of(history);
    return conclusion
        .best()
        .flatMap(
            best -> {
              String name =
                  conclusion.champion().isPresent()
                      ? "The champion (%d)".formatted(best.number())
                      : "The best candidate (%d)".formatted(best.number());
              Optional<StoredInitialConfiguration> own = seed(best);
              return own.isPresent()
                  ? Optional.of(name + " is a seed: " + own.get().origin() + ".")
                  : descent(name, best);
            });
  }

  private Optional<String> descent(String name, Candidate best) {
    var roots = new LinkedHashSet<Candidate>();
    collectRoots(best, roots, new LinkedHashSet<>());
    if (roots.stream().anyMatch(root -> root.proposal().generation() > 0 && !isRandom(root))) {
      return Optional.empty();
    }
    String ancestors =
        roots.stream()
            .filter(root -> !isRandom(root))
            .sorted(Comparator.comparingInt(Candidate::number))
            .map(root -> "%s (%d)".formatted(root.proposal().origin(), root.number()))
            .collect(Collectors.joining("; "));
    if (ancestors.isEmpty()) {
      return Optional.of(name + " descends from no seed: only random configurations bred it.");
    }
    boolean mixed = roots.stream().anyMatch(InitialConfigurationsReport::isRandom);
    return Optional.of(
        name + " descends from " + ancestors + (mixed ? "; and from random configurations." : "."));
  }

  private static boolean isRandom(Candidate candidate) {
    return candidate.proposal().origin().equals("random");
  }

  private void collectRoots(Candidate one, Set<Candidate> roots, Set<Integer> seen) {
    if (!seen.add(one.number())) {
      return;
    }
    if (one.proposal().parents().isEmpty()) {
      roots.add(one);
    }
    one.proposal().parents().stream()
        .flatMap(number -> history.candidate(number).stream())
        .forEach(parent -> collectRoots(parent, roots, seen));
  }

  private Optional<StoredInitialConfiguration> seed(Candidate candidate) {
    return history.initialConfigurations().stream()
        .filter(seed -> seed.used() && seed.configuration().equals(candidate.configuration()))
        .findFirst();
  }
}

package dev.evokernel.report;

import module java.base;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunOverview.Ranking;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.text.Units;

record InitialConfigurationsReport(Conclusion conclusion, Ranking ranking) {

  /**
   * The table, and the descent in a sentence.
   *
   * @param ranking of generation 0 at least
   * @return empty for a run that chose its initial configurations itself
   */
  static Optional<Block> section(Conclusion conclusion, Ranking ranking) {
    var report = new InitialConfigurationsReport(conclusion, ranking);
    return report.given().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Block.Together.section(
                "Initial configurations",
                Stream.concat(
                        Stream.of(report.table()),
                        report.descent().stream()
                            .map(Block.Paragraph::of)
                            .map(sentence -> sentence.indented(Table.INDENT)))
                    .toList()));
  }

  private RunHistory history() {
    return conclusion.history();
  }

  /** A row for each initial configuration in the order of generation 0, unused ones included. */
  Table table() {
    var number = new AtomicInteger();
    return new Table.Columns<StoredInitialConfiguration>()
        .quantity("#", _ -> number.incrementAndGet())
        .text("origin", StoredInitialConfiguration::origin)
        .quantity("candidate", initial -> candidate(initial).map(Candidate::number))
        .text("outcome", this::outcome)
        .quantity(
            "objective",
            initial ->
                candidate(initial).map(outline -> Units.formatted("%.4f", outline.objective())))
        .quantity("rank", initial -> candidate(initial).flatMap(this::rank))
        .text("note", StoredInitialConfiguration::note)
        .rows(given());
  }

  private List<StoredInitialConfiguration> given() {
    return history().initialConfigurations().stream()
        .filter(initial -> !initial.isFoundDefault())
        .toList();
  }

  private Optional<Candidate> candidate(StoredInitialConfiguration initial) {
    return history().outlines().stream()
        .filter(
            outline -> initial.used() && outline.configuration().equals(initial.configuration()))
        .findFirst();
  }

  private String outcome(StoredInitialConfiguration initial) {
    return candidate(initial)
        .map(Candidate::outcomeLabel)
        .orElse(initial.used() ? "not reached" : "left out");
  }

  private Optional<String> rank(Candidate candidate) {
    return Optional.ofNullable(ranking.ranks().get(candidate.number()))
        .map(rank -> "%d of %d".formatted(rank, ranking.total()));
  }

  /**
   * Names the ancestors of the best candidate in a sentence. Empty without a best candidate, or
   * when the run did not record the parents of its candidates.
   */
  Optional<String> descent() {
    return conclusion
        .best()
        .flatMap(
            best -> {
              String name =
                  conclusion.isChampion()
                      ? "The champion (%d)".formatted(best.number())
                      : "The best candidate (%d)".formatted(best.number());
              Optional<StoredInitialConfiguration> own = initial(best);
              return own.isPresent()
                  ? Optional.of(name + " is an initial configuration: " + own.get().origin() + ".")
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
      return Optional.of(name + " descends only from random configurations.");
    }
    boolean mixed = roots.stream().anyMatch(InitialConfigurationsReport::isRandom);
    return Optional.of(
        name + " descends from " + ancestors + (mixed ? " and random configurations." : "."));
  }

  private static boolean isRandom(Candidate candidate) {
    return candidate.proposal().origin().equals("random");
  }

  private void collectRoots(Candidate candidate, Set<Candidate> roots, Set<Integer> seen) {
    if (!seen.add(candidate.number())) {
      return;
    }
    if (candidate.proposal().parents().isEmpty()) {
      roots.add(candidate);
    }
    candidate.proposal().parents().stream()
        .flatMap(number -> history().candidate(number).stream())
        .forEach(parent -> collectRoots(parent, roots, seen));
  }

  private Optional<StoredInitialConfiguration> initial(Candidate candidate) {
    return history().initialConfigurations().stream()
        .filter(
            initial -> initial.used() && initial.configuration().equals(candidate.configuration()))
        .findFirst();
  }
}

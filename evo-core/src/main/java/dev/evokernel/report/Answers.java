package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.report.StudiedRun.ShapeLine;
import dev.evokernel.report.document.Block.Answer;
import dev.evokernel.report.text.Units;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.run.RunStatus;

/** The four answers at the top of a page: speed-up, confidence, reason, next step. */
record Answers(StudiedRun run) {

  private static final String SPEED_UP = "What is the speed-up?";
  private static final String TRUST = "How certain is it?";
  private static final String GOOD = "good";
  private static final String FAIR = "fair";
  private static final String POOR = "poor";
  private static final String PLAIN = "plain";

  List<Answer> all() {
    return List.of(won(), trust(), why(), next());
  }

  private Answer won() {
    Conclusion conclusion = run.conclusion();
    Optional<PortfolioReport> portfolio = PortfolioReport.resultOf(run.history());
    if (portfolio.isPresent()) {
      return won(portfolio.get(), conclusion);
    }
    Optional<SearchTrace.SoFar> soFar = SearchTrace.soFar(run.history());
    if (soFar.isPresent()) {
      return new Answer(
          SPEED_UP,
          PLAIN,
          "%s the default so far, with %s"
              .formatted(
                  Units.factor(soFar.get().speedUp()),
                  Numbers.count(soFar.get().candidates().size(), "configuration")),
          List.of(conclusion.forAllShapes()));
    }
    OptionalDouble speedUp = conclusion.speedUp();
    boolean isSoFar = conclusion.isSoFar();
    String gist =
        switch (conclusion.basis()) {
          case ACCEPTED, UNCONFIRMED ->
              speedUp.isPresent()
                  ? Units.factor(speedUp.getAsDouble()) + theDefault(conclusion)
                  : "A candidate is better than the default";
          case DEFAULT_STAYS -> isSoFar ? "None so far" : "None: the default stays";
          case UNDECIDED ->
              isSoFar ? "Not decided so far" : "Not decided: the default stays for now";
          case NOTHING_MEASURED -> "No candidate was measured";
        };
    var sentences = new ArrayList<String>();
    conclusion.search().ifPresent(best -> sentences.add(ofSearch(best)));
    if (conclusion.isRecommended()) {
      conclusion.overall().map(OverallSpeedUp::confidence).ifPresent(sentences::add);
    }
    range().ifPresent(sentences::add);
    libraries().ifPresent(sentences::add);
    limit().ifPresent(sentences::add);
    return new Answer(
        SPEED_UP, conclusion.basis() == Conclusion.Basis.ACCEPTED ? GOOD : PLAIN, gist, sentences);
  }

  private Answer won(PortfolioReport portfolio, Conclusion conclusion) {
    var sentences = new ArrayList<String>();
    conclusion.search().ifPresent(best -> sentences.add(ofSearch(best)));
    sentences.add(portfolio.overall().confidence());
    sentences.add(conclusion.forAllShapes());
    libraries().ifPresent(sentences::add);
    return new Answer(
        SPEED_UP,
        GOOD,
        "%s%s, with %d configurations"
            .formatted(Units.factor(portfolio.speedUp()), theDefault(conclusion), portfolio.size()),
        sentences);
  }

  private static String theDefault(Conclusion conclusion) {
    return " the default" + (conclusion.isSoFar() ? ", confirmed so far" : "");
  }

  private static String ofSearch(Conclusion.Best best) {
    return "Best of the search: %s.".formatted(best);
  }

  private Optional<String> range() {
    List<ShapeLine> known =
        run.lines().stream()
            .filter(line -> line.comparison().ratio().isPresent())
            .filter(line -> line.comparison().speedUp().stream().allMatch(SpeedUp::isMeasurable))
            .sorted(Comparator.comparingDouble(Answers::ratio))
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    if (known.size() == 1) {
      Conclusion.Comparison only = known.getFirst().comparison();
      return Optional.of(
          "%s instead of %s on %s%s."
              .formatted(
                  Units.time(only.best().orElseThrow().p50()),
                  Units.time(only.defaultSamples().orElseThrow().p50()),
                  only.shape(),
                  only.speedUp().map(speedUp -> ": " + speedUp.withConfidence()).orElse("")));
    }
    ShapeLine least = known.getFirst();
    ShapeLine most = known.getLast();
    return Optional.of(
        "From %s on %s to %s on %s."
            .formatted(
                Units.factor(ratio(least)),
                least.shape(),
                Units.factor(ratio(most)),
                most.shape()));
  }

  private static double ratio(ShapeLine line) {
    return line.comparison().ratio().orElse(0);
  }

  private Optional<String> libraries() {
    double[] ratios =
        run.lines().stream()
            .flatMap(line -> line.overLibrary().stream())
            .mapToDouble(SpeedUp::ratio)
            .toArray();
    if (ratios.length == 0) {
      return Optional.empty();
    }
    Set<String> names =
        run.lines().stream()
            .flatMap(line -> line.library().stream())
            .map(BaselineReading::baseline)
            .collect(Collectors.toSet());
    long ahead =
        run.lines().stream()
            .flatMap(line -> line.overLibrary().stream())
            .filter(SpeedUp::isFaster)
            .count();
    return Optional.of(
        "Over %s: %s (geometric mean), faster on %d of %s."
            .formatted(
                names.size() == 1 ? names.iterator().next() : "the fastest baseline of each shape",
                Units.factor(GeometricMean.of(ratios)),
                ahead,
                Numbers.count(ratios.length, "shape")));
  }

  private Optional<String> limit() {
    List<Double> shares =
        run.lines().stream().flatMap(line -> line.limitShare().stream()).sorted().toList();
    if (shares.isEmpty()) {
      return Optional.empty();
    }
    if (shares.getLast() > NextStep.BEYOND_LIMIT) {
      return Optional.of(
          "A shape exceeds the measured limits of the device: the limits are too low.");
    }
    String least = Units.percent(shares.getFirst());
    String most = Units.percent(shares.getLast());
    return Optional.of(
        least.equals(most)
            ? "%s of the device's limit.".formatted(most)
            : "%s to %s of the device's limit.".formatted(least, most));
  }

  private Answer why() {
    Optional<PortfolioReport> portfolio = PortfolioReport.resultOf(run.history());
    if (portfolio.isPresent()) {
      return why("No configuration is best for every shape", portfolio.get().steps());
    }
    if (!run.conclusion().isRecommended()) {
      List<String> reasons = run.conclusion().reasons();
      return why(
          reasons.isEmpty()
              ? "No candidate was faster"
              : "The finals %s accept the best candidate"
                  .formatted(run.conclusion().isSoFar() ? "do not yet" : "did not"),
          reasons.stream().limit(2).toList());
    }
    List<Change> changes = Change.of(run);
    List<Change> heavy = changes.stream().filter(Change::matters).limit(3).toList();
    if (changes.isEmpty()) {
      return why("The best is the default configuration", List.of());
    }
    if (heavy.isEmpty()) {
      return why(
          Numbers.count(changes.size(), "macro") + " changed",
          changes.stream().limit(4).map(Change::words).toList());
    }
    return why("Mainly " + heavy.getFirst().words(), heavy.stream().map(Change::sentence).toList());
  }

  private static Answer why(String gist, List<String> sentences) {
    return new Answer("Why?", PLAIN, gist, sentences);
  }

  private Answer next() {
    List<NextStep> steps = NextStep.of(run);
    return new Answer(
        "What next?",
        PLAIN,
        steps.isEmpty() ? "Use the result" : steps.getFirst().gist(),
        steps.stream().skip(1).limit(3).map(step -> step.gist() + ".").toList());
  }

  /** Ratio of the ends of an interval above which the interval is wide. */
  private static final double WIDE = 1.3;

  private Answer trust() {
    Optional<String> disturbed = DeviceFacts.sentence(run.conclusion());
    boolean replayed = RunFacts.isReplayed(run.history().run());
    var sentences = new ArrayList<String>();
    run.history().finals().ifPresent(finals -> sentences.add(finals(finals)));
    wide().ifPresent(sentences::add);
    if (replayed) {
      sentences.add("The samples come from a recording; nothing was measured.");
    } else {
      sentences.add(disturbed.orElseGet(this::quiet));
    }
    return switch (run.conclusion().basis()) {
      case UNDECIDED -> new Answer(TRUST, POOR, "Not decided", sentences);
      case ACCEPTED, DEFAULT_STAYS ->
          run.history().finals().isEmpty()
              ? new Answer(TRUST, FAIR, "No finals", sentences)
              : new Answer(
                  TRUST,
                  disturbed.isEmpty() && !replayed && wide().isEmpty() ? GOOD : FAIR,
                  replayed
                      ? "As certain as the recording"
                      : disturbed.isEmpty()
                          ? "Decided by finals"
                          : "Low confidence: the machine was busy",
                  sentences);
      case UNCONFIRMED -> {
        sentences.addFirst(
            run.history().run().status() == RunStatus.FINISHED
                ? "The search measured the best only once; the best of many single measurements is"
                    + " partly luck."
                : "The run has not reached its finals; the best of many single measurements is"
                    + " partly luck.");
        yield new Answer(TRUST, POOR, "Not confirmed: no finals", sentences);
      }
      case NOTHING_MEASURED -> new Answer(TRUST, POOR, "No measurement", List.of());
    };
  }

  private Optional<String> wide() {
    return run.lines().stream()
        .filter(
            line -> line.comparison().speedUp().filter(known -> width(known) > WIDE).isPresent())
        .max(Comparator.comparingDouble(line -> width(line.comparison().speedUp().orElseThrow())))
        .map(
            line ->
                "%s: wide interval, %s."
                    .formatted(
                        line.shape(), line.comparison().speedUp().orElseThrow().withConfidence()));
  }

  private static double width(SpeedUp speedUp) {
    return speedUp.high() / speedUp.low();
  }

  private String finals(FinalsDecision finals) {
    long finalists =
        finals.results().stream().map(FinalistMeasurement::candidate).distinct().count();
    int samples =
        finals.results().stream().mapToInt(result -> result.samples().count()).min().orElse(0);
    int tied = finals.tied().size() - 1;
    String how =
        RunFacts.isReplayed(run.history().run())
            ? "%s compared by at least %s on each shape%s."
            : "%s re-measured, interleaved, with at least %s on each shape%s.";
    return how.formatted(
        Numbers.count(finalists, "candidate"),
        Numbers.count(samples, "sample"),
        tied > 0 ? "; " + Numbers.count(tied, "candidate") + " statistically tied" : "");
  }

  private String quiet() {
    int checks = run.history().flags().driftChecks().size();
    return (checks == 0
            ? "No drift checks"
            : Numbers.count(checks, "drift check") + ", all within the margin")
        + "; no disturbed samples.";
  }
}

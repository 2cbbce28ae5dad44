package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.report.Block.Answer;
import dev.evokernel.report.Conclusion.Comparison;
import dev.evokernel.report.StudiedRun.ShapeLine;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.RunStatus;
import dev.evokernel.text.Units;

/**
 * Section with the verdict: the answers on speed-up, confidence, reason and next step, and each
 * shape compared with the default, libraries and the hardware.
 */
record VerdictSection(StudiedRun run) {
  private static final String TRUST = "How certain is it?";
  private static final String GOOD = "good";
  private static final String FAIR = "fair";
  private static final String POOR = "poor";
  private static final String PLAIN = "plain";

  /** Ratio of the ends of an interval above which the interval is wide. */
  private static final double WIDE = 1.3;

  /** The data of a shape in the chart: ratios with the ends of their intervals. */
  record Row(String shape, Optional<double[]> overDefault, Optional<double[]> overLibrary) {}

  List<Block> parts() {
    var parts = new ArrayList<Block>();
    parts.add(new Block.Answers(List.of(won(), trust(), why(), next())));
    run.history().foundDefault().ifPresent(found -> parts.add(Block.Paragraph.of(found)));
    RunFacts.bitClasses(run.history()).ifPresent(bits -> parts.add(Block.Paragraph.of(bits)));
    parts.add(
        run.lines().stream().anyMatch(line -> line.comparison().ratio().isPresent())
            ? figure()
            : table());
    PortfolioReport.of(run.history())
        .map(portfolio -> portfolio.leads() ? portfolio.tables() : portfolio.sets())
        .ifPresent(parts::addAll);
    parts.add(new Block.Details("Sizes, 90th percentiles and rates", List.of(sizes())));
    List<String> reasons = run.conclusion().reasons();
    if (!reasons.isEmpty()) {
      parts.add(new Block.Details("Reasons of the finals", List.of(Block.Bullets.of(reasons))));
    }
    return parts;
  }

  private Block figure() {
    return new Block.Chart(
        "forest",
        "Speed-up of the %s, with 95 %% CI".formatted(run.bestName()),
        "For each shape the speed-up over the default"
            + (hasLibraries() ? " and over the fastest baseline" : "")
            + ", with its interval. The table below has the same numbers.",
        run.lines().stream()
            .map(line -> new Row(line.shape(), overDefault(line), drawn(line.overLibrary())))
            .toList(),
        "",
        table());
  }

  /** The ratio with its interval; without an interval both ends are the ratio. */
  private static Optional<double[]> overDefault(ShapeLine line) {
    double ratio = line.comparison().ratio().orElse(Double.NaN);
    return line.comparison().speedUp().isPresent()
        ? drawn(line.comparison().speedUp())
        : Optional.of(Numbers.shortened(ratio, ratio, ratio)).filter(_ -> ratio > 0);
  }

  private static Optional<double[]> drawn(Optional<SpeedUp> speedUp) {
    return speedUp
        .filter(SpeedUp::isMeasurable)
        .map(known -> Numbers.shortened(known.ratio(), known.low(), known.high()));
  }

  private boolean hasLibraries() {
    return run.lines().stream().anyMatch(line -> line.overLibrary().isPresent());
  }

  private Table table() {
    var table =
        new Table.Columns<ShapeLine>()
            .text("shape", ShapeLine::shape)
            .quantity("default", line -> Units.p50(line.comparison().defaultSamples()))
            .quantity(run.bestName(), line -> Units.p50(line.comparison().best()))
            .quantity("speed-up (95 % CI)", line -> line.comparison().speedUpText());
    if (hasLibraries()) {
      table
          .text(
              "fastest baseline",
              line -> line.library().map(BaselineReading::baseline).orElse("none"))
          .quantity("baseline", line -> Units.p50(line.librarySamples()))
          .quantity("speed-up over it", ShapeLine::overLibrary);
    }
    if (run.lines().stream().anyMatch(line -> line.ceiling().isPresent())) {
      table.quantity("% of limit", line -> line.limitShare().map(Units::percent));
    }
    return table.rows(run.lines());
  }

  private Table sizes() {
    return new Table.Columns<Comparison>()
        .text("shape", comparison -> comparison.workload().shape())
        .quantity("default p90", comparison -> Units.p90(comparison.defaultSamples()))
        .quantity("default", comparison -> comparison.workload().rate(comparison.defaultSamples()))
        .quantity(run.bestName() + " p90", comparison -> Units.p90(comparison.best()))
        .quantity(run.bestName(), comparison -> comparison.workload().rate(comparison.best()))
        .rows(run.lines().stream().map(ShapeLine::comparison).toList());
  }

  private Answer won() {
    Conclusion conclusion = run.conclusion();
    Optional<PortfolioReport> portfolio = PortfolioReport.resultOf(run.history());
    Optional<Conclusion.Best> soFar = SearchTrace.soFar(run.history());
    var sentences = new ArrayList<String>();
    conclusion.search().ifPresent(best -> sentences.add("Best of the search: %s.".formatted(best)));
    if (portfolio.isPresent()) {
      sentences.add(portfolio.get().overall().confidence());
    } else if (conclusion.isRecommended() && soFar.isEmpty()) {
      conclusion.overall().map(OverallSpeedUp::confidence).ifPresent(sentences::add);
    }
    if (portfolio.isPresent() || soFar.isPresent()) {
      sentences.add(conclusion.forAllShapes());
    } else {
      range().ifPresent(sentences::add);
    }
    if (soFar.isEmpty()) {
      libraries().ifPresent(sentences::add);
      limit().filter(_ -> portfolio.isEmpty()).ifPresent(sentences::add);
    }
    return new Answer(
        "What is the speed-up?",
        conclusion.basis() == Conclusion.Basis.ACCEPTED ? GOOD : PLAIN,
        portfolio
            .map(
                set ->
                    "%s the default%s, with %d configurations"
                        .formatted(Units.factor(set.speedUp()), confirmed(), set.size()))
            .or(() -> soFar.map(VerdictSection::soFar))
            .orElseGet(this::speedUp),
        sentences);
  }

  private String confirmed() {
    return run.conclusion().isSoFar() ? ", confirmed so far" : "";
  }

  private static String soFar(Conclusion.Best best) {
    return "%s the default so far, with %s"
        .formatted(
            Units.factor(best.speedUp().orElseThrow()),
            Numbers.count(best.candidates().size(), "configuration"));
  }

  private String speedUp() {
    Conclusion conclusion = run.conclusion();
    boolean isSoFar = conclusion.isSoFar();
    return switch (conclusion.basis()) {
      case ACCEPTED, UNCONFIRMED ->
          conclusion.speedUp().isPresent()
              ? Units.factor(conclusion.speedUp().getAsDouble()) + " the default" + confirmed()
              : "A candidate is better than the default";
      case DEFAULT_STAYS -> isSoFar ? "None so far" : "None: the default stays";
      case UNDECIDED -> isSoFar ? "Not decided so far" : "Not decided: the default stays for now";
      case NOTHING_MEASURED -> "No candidate was measured";
    };
  }

  private Optional<String> range() {
    List<ShapeLine> known =
        run.lines().stream()
            .filter(line -> line.comparison().ratio().isPresent())
            .filter(line -> line.comparison().speedUp().stream().allMatch(SpeedUp::isMeasurable))
            .sorted(Comparator.comparingDouble(VerdictSection::ratio))
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
          new Answer(
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

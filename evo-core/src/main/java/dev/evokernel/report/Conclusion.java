package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * The result of a run.
 *
 * @param best the best candidate other than the default; empty when none was measured
 * @param comparisons of {@code best} with the default, one for each shape of the run
 */
public record Conclusion(
    RunHistory history, Basis basis, Optional<Candidate> best, List<Comparison> comparisons)
    implements Report {

  /** How well the result is founded. */
  public enum Basis {
    /** The best was re-measured against the default and accepted. */
    ACCEPTED,
    /** The best was re-measured and not accepted, or nothing was faster: the default stays. */
    DEFAULT_STAYS,
    /** The run has no finals: its best was measured on the way only. */
    UNCONFIRMED,
    /** Nothing was measured. */
    NOTHING_MEASURED;

    /** For example {@code default-stays}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The default and the best on one shape.
   *
   * @param speedUp with its interval; empty where no finals gave one
   */
  public record Comparison(
      Workload workload,
      Optional<Samples> defaultSamples,
      Optional<Samples> best,
      Optional<SpeedUp> speedUp) {

    public String shape() {
      return workload.shape().name();
    }

    /** Of medians, wherever both were measured. */
    public OptionalDouble ratio() {
      return defaultSamples.isPresent() && best.isPresent()
          ? OptionalDouble.of(defaultSamples.get().p50() / best.get().p50())
          : OptionalDouble.empty();
    }

    public String speedUpText() {
      return speedUp
          .map(SpeedUp::toString)
          .orElseGet(
              () ->
                  ratio().isPresent()
                      ? String.format(Locale.ROOT, "%.3f×", ratio().getAsDouble())
                      : "");
    }
  }

  public Conclusion {
    comparisons = List.copyOf(comparisons);
  }

  public static Conclusion of(RunHistory history) {
    Optional<Candidate> best =
        history.finals().map(finals -> finalist(history, finals)).orElseGet(() -> leader(history));
    return new Conclusion(
        history,
        basis(history, best),
        best,
        history.run().subject().workloads().stream()
            .map(workload -> compare(history, workload, best))
            .toList());
  }

  private static Basis basis(RunHistory history, Optional<Candidate> best) {
    if (history.finals().isPresent()) {
      return history.finals().get().verdict().accepted() && best.isPresent()
          ? Basis.ACCEPTED
          : Basis.DEFAULT_STAYS;
    }
    OptionalDouble defaultSamples =
        history.defaultCandidate().map(Candidate::objective).orElse(OptionalDouble.empty());
    if (best.isEmpty()) {
      return defaultSamples.isPresent() ? Basis.DEFAULT_STAYS : Basis.NOTHING_MEASURED;
    }
    return defaultSamples.isPresent()
            && defaultSamples.getAsDouble() <= best.get().objective().orElse(Double.MAX_VALUE)
        ? Basis.DEFAULT_STAYS
        : Basis.UNCONFIRMED;
  }

  /** The champion, or else the finalist that is best by the objective. */
  private static Optional<Candidate> finalist(RunHistory history, FinalsDecision finals) {
    OptionalInt champion = finals.candidate(Role.CHAMPION);
    return champion.isPresent()
        ? history.candidate(champion.getAsInt())
        : finals.results().stream()
            .filter(result -> result.role() == Role.FINALIST)
            .map(FinalistMeasurement::candidate)
            .distinct()
            .min(
                Comparator.comparingDouble((Integer number) -> first(history, number))
                    .thenComparing(Comparator.naturalOrder()))
            .flatMap(history::candidate);
  }

  private static double first(RunHistory history, int number) {
    Measured candidate = history.remeasured(number).orElseThrow();
    return history
        .defaultCandidate()
        .flatMap(defaultSamples -> history.remeasured(defaultSamples.number()))
        .map(defaultSamples -> history.run().run().objective().first(candidate, defaultSamples))
        .orElse(OptionalDouble.empty())
        .orElse(Double.MAX_VALUE);
  }

  private static Optional<Candidate> leader(RunHistory history) {
    return history.eligible().stream()
        .filter(candidate -> !candidate.configuration().equals(defaultConfiguration(history)))
        .min(Comparator.comparingDouble(candidate -> candidate.objective().getAsDouble()))
        .flatMap(
            one ->
                history.candidate(one.number()).flatMap(all -> all.withObjective(one.objective())));
  }

  private static Comparison compare(
      RunHistory history, Workload workload, Optional<Candidate> best) {
    String shape = workload.shape().name();
    if (history.finals().isPresent()) {
      FinalsDecision finals = history.finals().get();
      Optional<FinalistMeasurement> result =
          best.flatMap(one -> finals.result(one.number(), shape));
      return new Comparison(
          workload,
          finals.results().stream()
              .filter(one -> one.role() == Role.DEFAULT && one.shape().equals(shape))
              .map(FinalistMeasurement::samples)
              .findFirst(),
          result.map(FinalistMeasurement::samples),
          result.flatMap(FinalistMeasurement::speedUp));
    }
    return new Comparison(
        workload,
        history.defaultCandidate().flatMap(one -> one.measurement(shape)).map(Measurement::samples),
        best.flatMap(one -> one.measurement(shape)).map(Measurement::samples),
        Optional.empty());
  }

  private static Configuration defaultConfiguration(RunHistory history) {
    return history.run().subject().defaultConfiguration();
  }

  public StoredRun run() {
    return history.run();
  }

  /** The configuration to use: the best one's, or the default's when that stays. */
  public Configuration configuration() {
    return switch (basis) {
      case ACCEPTED, UNCONFIRMED ->
          best.map(Candidate::configuration).orElse(defaultConfiguration(history));
      case DEFAULT_STAYS, NOTHING_MEASURED -> defaultConfiguration(history);
    };
  }

  /** The candidate that has {@link #configuration()}. */
  public Optional<Candidate> champion() {
    return switch (basis) {
      case ACCEPTED, UNCONFIRMED -> best;
      case DEFAULT_STAYS -> history.defaultCandidate();
      case NOTHING_MEASURED -> Optional.empty();
    };
  }

  /** Of {@code best} over the default, the shapes combined as the objective says. */
  public OptionalDouble speedUp() {
    return comparisons.isEmpty()
            || comparisons.stream().anyMatch(comparison -> comparison.ratio().isEmpty())
        ? OptionalDouble.empty()
        : OptionalDouble.of(1 / objective().over().combine(times()));
  }

  /** Of {@code best}, relative to the default's, by shape. */
  private SequencedMap<String, Double> times() {
    var times = new LinkedHashMap<String, Double>();
    comparisons.forEach(one -> times.put(one.shape(), 1 / one.ratio().orElseThrow()));
    return times;
  }

  private Objective objective() {
    return run().run().objective();
  }

  /**
   * What the run's reports begin with: the portfolio where that is the result, or what a search for
   * one has so far.
   */
  public String headline() {
    return PortfolioReport.resultOf(history)
        .map(PortfolioReport::sentence)
        .or(
            () ->
                SearchTrace.soFar(history)
                    .map(one -> one.sentence(run().subject().shapes().size())))
        .orElseGet(this::sentence);
  }

  /** The comparison with the default of what serves each shape: the best, or the portfolio. */
  public List<Comparison> served() {
    Optional<PortfolioReport> portfolio = PortfolioReport.resultOf(history);
    return portfolio.isEmpty()
        ? comparisons
        : comparisons.stream()
            .map(
                one ->
                    compare(
                        history,
                        one.workload(),
                        portfolio.get().dispatched(one.shape()).flatMap(history::candidate)))
            .toList();
  }

  /** The same beside a portfolio. */
  public String forAllShapes() {
    return "With one configuration for all shapes: "
        + sentence().substring(0, 1).toLowerCase(Locale.ROOT)
        + sentence().substring(1);
  }

  /** One sentence, for example {@code Candidate 17 is the champion: 1.213× …}. */
  public String sentence() {
    String factor =
        speedUp().isPresent()
            ? String.format(
                Locale.ROOT,
                ": %.3f× the default's speed%s",
                speedUp().getAsDouble(),
                comparisons.size() > 1 ? ", " + objective().over().of(comparisons.size()) : "")
            : "";
    String number = best.map(candidate -> "Candidate " + candidate.number()).orElse("");
    return switch (basis) {
      case ACCEPTED -> number + " is the champion" + factor + ".";
      case DEFAULT_STAYS ->
          best.isPresent()
              ? "The default stays. " + number + " came closest" + factor + "."
              : "The default stays.";
      case UNCONFIRMED -> number + " leads, not confirmed by finals" + factor + ".";
      case NOTHING_MEASURED -> "No candidate was measured.";
    };
  }

  /**
   * The sentence, a table of shapes, the verdict's reasons, and where the time went: what stands at
   * a run's end.
   */
  @Override
  public Document document() {
    Optional<PortfolioReport> portfolio = PortfolioReport.of(history);
    boolean isPortfolio = portfolio.filter(PortfolioReport::isResult).isPresent();
    var blocks = new ArrayList<Block>();
    blocks.add(Block.Paragraph.verdict(headline(), isPortfolio || basis == Basis.ACCEPTED));
    history.foundDefault().ifPresent(found -> blocks.add(Block.Paragraph.of(found)));
    run().ending().ifPresent(ending -> blocks.add(Block.Paragraph.of(ending.sentence())));
    if (isPortfolio) {
      blocks.addAll(portfolio.get().tables());
      blocks.add(Block.Paragraph.of(forAllShapes()));
    }
    if (comparisons.stream().anyMatch(one -> one.defaultSamples().isPresent())) {
      blocks.add(table());
    }
    history
        .finals()
        .map(_ -> (Block) Block.Bullets.of(reasons()))
        .ifPresent(
            why ->
                blocks.add(
                    basis == Basis.ACCEPTED && !RunFacts.isReplayed(run())
                        ? new Block.Details(List.of(why)) // The table says the same.
                        : why));
    portfolio
        .filter(_ -> !isPortfolio)
        .ifPresent(
            one -> {
              blocks.add(Block.Paragraph.of(one.sentence()));
              blocks.addAll(one.tables());
            });
    BaselineSection.of(this)
        .ifPresent(section -> blocks.add(Block.Paragraph.of(section.sentence())));
    FrontReport.of(history)
        .ifPresent(
            front -> {
              blocks.add(Block.Paragraph.of(front.heading()));
              blocks.add(front.table());
            });
    DeviceText.disturbances(history.disturbed())
        .ifPresent(
            words -> blocks.add(Block.Paragraph.of("The device was disturbed: " + words + ".")));
    if (!RunFacts.isReplayed(run())) {
      blocks.add(new Block.Details(TimeUse.blocks(run().timeBudget())));
    }
    return Document.of(blocks);
  }

  /** Why the finals decided as they did, and what they compared where nothing could be measured. */
  public List<String> reasons() {
    var reasons =
        new ArrayList<>(
            history.finals().map(finals -> finals.verdict().reasons()).orElse(List.of()));
    if (RunFacts.isReplayed(run())) {
      reasons.add(
          "A recording was replayed: the samples compared are those it holds, bootstrapped; nothing"
              + " was measured anew, and the time is simulated.");
    }
    return reasons;
  }

  Table table() {
    String name = basis == Basis.ACCEPTED ? "champion" : "best";
    var table =
        Table.builder()
            .text("shape")
            .quantity("default p50")
            .quantity("p90")
            .minor()
            .quantity(name + " p50")
            .quantity("p90")
            .minor()
            .quantity("")
            .minor()
            .text("speed-up (95 % interval)");
    boolean limited = history.limits().isPresent() && run().subject().arithmetic().isPresent();
    if (limited) {
      table.quantity("% of limit");
    }
    for (Comparison one : comparisons) {
      var cells =
          Stream.of(
              one.workload().shape().toString(),
              one.defaultSamples().map(s -> Units.time(s.p50())).orElse(""),
              one.defaultSamples().map(s -> Units.time(s.p90())).orElse(""),
              one.best().map(s -> Units.time(s.p50())).orElse(""),
              one.best().map(s -> Units.time(s.p90())).orElse(""),
              one.best().map(s -> Units.rate(one.workload(), s.p50())).orElse(""),
              one.speedUpText());
      var share =
          one.best()
              .or(one::defaultSamples)
              .map(s -> LimitShare.text(LimitShare.ceiling(history, one.workload()), s.p50()))
              .orElse("");
      table.row(Stream.concat(cells, Stream.of(share).filter(_ -> limited)).toArray(String[]::new));
    }
    return table.build();
  }
}

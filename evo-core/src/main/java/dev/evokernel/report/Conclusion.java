package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Units;

/**
 * The result of a run.
 *
 * @param best the best candidate other than the default; empty when none was measured
 * @param comparisons of {@code best} with the default, one for each shape of the run
 */
public record Conclusion(
    RunHistory history, Basis basis, Optional<Candidate> best, List<Comparison> comparisons)
    implements Report {

  public enum Basis implements Labelled {
    /** The finals accepted a champion, or a portfolio. */
    ACCEPTED,
    /** The finals showed that no finalist meets the rule. */
    DEFAULT_STAYS,
    /**
     * The finals could not show enough, or the run has no finals and no candidate was faster: the
     * default stays until more is measured.
     */
    UNDECIDED,
    /** The run has no finals: only the search measured its best. */
    UNCONFIRMED,
    NOTHING_MEASURED;

    /** Whether the finals answered the run's question. */
    public boolean isDecided() {
      return this == ACCEPTED || this == DEFAULT_STAYS;
    }
  }

  /**
   * The default and the best on one shape.
   *
   * @param speedUp with its interval; empty without finals, and where the default is the best
   * @param processes that measured both; empty where {@code speedUp} is
   */
  public record Comparison(
      Workload workload,
      Optional<Samples> defaultSamples,
      Optional<Samples> best,
      Optional<SpeedUp> speedUp,
      Optional<ConfirmedRatio.Processes> processes) {

    public String shape() {
      return workload.shape().name();
    }

    /** Speed-up of the best: that of the finals, else the ratio of the medians. */
    public OptionalDouble ratio() {
      return speedUp.isPresent()
          ? OptionalDouble.of(speedUp.get().ratio())
          : defaultSamples.isPresent() && best.isPresent()
              ? OptionalDouble.of(defaultSamples.get().p50() / best.get().p50())
              : OptionalDouble.empty();
    }

    public String speedUpText() {
      return speedUp.map(SpeedUp::toString).orElseGet(() -> Units.formatted("%.3f×", ratio()));
    }
  }

  /**
   * The result, or the best so far.
   *
   * @param candidates one candidate, or the distinct candidates that serve the shapes
   * @param speedUp over the default, all shapes combined
   */
  public record Best(List<Candidate> candidates, OptionalDouble speedUp) {
    public Best {
      candidates = List.copyOf(candidates);
    }

    /** The only candidate, or the first of several. */
    public Candidate candidate() {
      return candidates.getFirst();
    }

    @Override
    public String toString() {
      return "%s %s"
          .formatted(
              speedUp.isPresent() ? Units.factor(speedUp.getAsDouble()) : "–",
              candidates.size() == 1
                  ? "candidate " + candidate().number()
                  : candidates.size() + " configurations");
    }
  }

  public Conclusion {
    comparisons = List.copyOf(comparisons);
  }

  /** Whether the finals of every run answered its question. */
  public static boolean areDecided(Collection<RunHistory> runs) {
    return runs.stream().allMatch(run -> of(run).basis().isDecided());
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
      return switch (history.finals().get().verdict().decision()) {
        case ACCEPTED -> Basis.ACCEPTED;
        case DEFAULT_STAYS -> Basis.DEFAULT_STAYS;
        case UNDECIDED -> Basis.UNDECIDED;
      };
    }
    OptionalDouble theDefault =
        history.defaultCandidate().map(Candidate::objective).orElse(OptionalDouble.empty());
    if (best.isEmpty()) {
      return theDefault.isPresent() ? Basis.UNDECIDED : Basis.NOTHING_MEASURED;
    }
    return theDefault.isPresent()
            && theDefault.getAsDouble() <= best.get().objective().orElse(Double.MAX_VALUE)
        ? Basis.UNDECIDED
        : Basis.UNCONFIRMED;
  }

  /** The champion, or else the finalist that the verdict is about. */
  private static Optional<Candidate> finalist(RunHistory history, FinalsDecision finals) {
    return finals.candidate(Role.CHAMPION).stream()
        .boxed()
        .findFirst()
        .or(
            () ->
                finals.tied().stream()
                    .filter(number -> !finals.relativeTimes(number).isEmpty())
                    .findFirst())
        .flatMap(history::candidate);
  }

  private static Optional<Candidate> leader(RunHistory history) {
    return history.eligible().stream()
        .filter(candidate -> !candidate.configuration().equals(defaultConfiguration(history)))
        .min(Comparator.comparingDouble(candidate -> candidate.objective().getAsDouble()))
        .flatMap(
            outline ->
                history
                    .candidate(outline.number())
                    .flatMap(candidate -> candidate.withObjective(outline.objective())));
  }

  static Comparison compare(RunHistory history, Workload workload, Optional<Candidate> best) {
    String shape = workload.shape().name();
    if (history.finals().isPresent()) {
      FinalsDecision finals = history.finals().get();
      Optional<FinalistMeasurement> result =
          best.flatMap(candidate -> finals.result(candidate.number(), shape));
      Optional<FinalistMeasurement> theDefault =
          finals.results().stream()
              .filter(measured -> measured.role() == Role.DEFAULT && measured.shape().equals(shape))
              .findFirst();
      return new Comparison(
          workload,
          theDefault.map(FinalistMeasurement::samples),
          result.map(FinalistMeasurement::samples),
          result.flatMap(FinalistMeasurement::speedUp),
          result
              .filter(measured -> measured.speedUp().isPresent())
              .map(FinalistMeasurement::byProcess)
              .map(own -> ConfirmedRatio.processes(theDefault.orElseThrow().byProcess(), own)));
    }
    return new Comparison(
        workload,
        samples(history.defaultCandidate(), shape),
        samples(best, shape),
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<Samples> samples(Optional<Candidate> candidate, String shape) {
    return candidate.flatMap(known -> known.measurement(shape)).map(Measurement::samples);
  }

  private static Configuration defaultConfiguration(RunHistory history) {
    return history.run().subject().defaultConfiguration();
  }

  public StoredRun run() {
    return history.run();
  }

  /** The one configuration to use for all shapes: the champion, else the default. */
  public Configuration configuration() {
    return champion().map(Candidate::configuration).orElse(defaultConfiguration(history));
  }

  /** The candidate that has {@link #configuration()}. */
  public Optional<Candidate> champion() {
    return switch (basis) {
      case UNCONFIRMED -> best;
      case ACCEPTED, DEFAULT_STAYS, UNDECIDED -> isChampion() ? best : history.defaultCandidate();
      case NOTHING_MEASURED -> Optional.empty();
    };
  }

  /** Whether the run recommends another configuration than the default for all shapes. */
  public boolean isRecommended() {
    return isChampion() || basis == Basis.UNCONFIRMED;
  }

  /** Whether the finals accepted {@code best} for all shapes. */
  public boolean isChampion() {
    return history.finals().stream()
        .anyMatch(
            finals ->
                best.map(Candidate::number)
                    .equals(finals.candidate(Role.CHAMPION).stream().boxed().findFirst()));
  }

  /** Speed-up of {@code best} over the default, combined over the shapes as the objective says. */
  public Optional<OverallSpeedUp> overall() {
    return OverallSpeedUp.of(run().run().objective().over(), comparisons);
  }

  public OptionalDouble speedUp() {
    return overall().stream().mapToDouble(OverallSpeedUp::ratio).findFirst();
  }

  /**
   * The first sentence of the run's reports: the portfolio if it is the result, the best so far of
   * a search for a portfolio, or else {@link #sentence}.
   */
  public String headline() {
    if (!isSoFar()) {
      return result();
    }
    String named =
        PortfolioReport.leadOf(history).map(PortfolioReport::named).orElseGet(this::candidateText);
    String verdict =
        switch (basis) {
          case ACCEPTED -> "Confirmed so far: " + named;
          case DEFAULT_STAYS -> "So far the default stays. Best: " + named;
          default -> "Not decided so far. Best: " + named;
        };
    return verdict
        + "."
        + search().map(best -> " Best of the search: %s.".formatted(best)).orElse("");
  }

  /** Whether the verdict of the finals may still change, because the run is not finished. */
  public boolean isSoFar() {
    return history.finals().isPresent() && run().status() != RunStatus.FINISHED;
  }

  /** Best of the search, beside a verdict so far. */
  public Optional<Best> search() {
    return isSoFar() ? of(history.search()).shown() : Optional.empty();
  }

  /**
   * The result that every list, tile and page shows: what the verdict is about, the default if it
   * stays, or the best of the search if there is no verdict.
   */
  public Optional<Best> shown() {
    if (basis == Basis.DEFAULT_STAYS) {
      return history.defaultCandidate().map(one -> new Best(List.of(one), OptionalDouble.of(1)));
    }
    return PortfolioReport.leadOf(history)
        .map(set -> new Best(set.dispatched(), OptionalDouble.of(set.speedUp())))
        .or(() -> SearchTrace.soFar(history))
        .or(
            () ->
                best.filter(_ -> isRecommended() || history.finals().isPresent())
                    .map(one -> new Best(List.of(one), speedUp())))
        .or(
            () ->
                history
                    .defaultCandidate()
                    .filter(_ -> basis != Basis.NOTHING_MEASURED)
                    .map(one -> new Best(List.of(one), OptionalDouble.of(1))));
  }

  /** How far {@link #shown} can be trusted; empty for an accepted result. */
  public String standing() {
    boolean held = history.finals().isPresent();
    String verdict =
        switch (basis) {
          case ACCEPTED -> isSoFar() ? "confirmed so far" : "";
          case UNDECIDED -> held ? "not decided" + (isSoFar() ? " so far" : "") : "so far";
          case DEFAULT_STAYS, UNCONFIRMED, NOTHING_MEASURED -> held && !isSoFar() ? "" : "so far";
        };
    return verdict + search().map(best -> "; best of the search " + best).orElse("");
  }

  private String candidateText() {
    return best.isEmpty() ? "none" : "candidate " + bestText(", ");
  }

  private String result() {
    return PortfolioReport.resultOf(history)
        .map(PortfolioReport::sentence)
        .or(
            () ->
                SearchTrace.soFar(history)
                    .map(
                        best ->
                            "%s the default so far, with %s for %d shapes; not confirmed by finals."
                                .formatted(
                                    Units.factor(best.speedUp().orElseThrow()),
                                    Numbers.count(best.candidates().size(), "configuration"),
                                    run().subject().shapes().size())))
        .orElseGet(this::sentence);
  }

  /**
   * Each shape's configuration that the verdict is about, of the best or of a set, compared with
   * the default.
   */
  public List<Comparison> served() {
    return PortfolioReport.leadOf(history).map(PortfolioReport::comparisons).orElse(comparisons);
  }

  /** The best single configuration, as a sentence beside a portfolio. */
  public String forAllShapes() {
    return switch (basis) {
      case ACCEPTED ->
          isChampion()
              ? "Best single configuration: candidate %s.".formatted(bestText(", "))
              : notAccepted();
      case UNCONFIRMED ->
          "Best single configuration so far: candidate %s; not confirmed by finals."
              .formatted(bestText(", "));
      case DEFAULT_STAYS, UNDECIDED -> notAccepted();
      case NOTHING_MEASURED -> "No candidate was measured.";
    };
  }

  private String notAccepted() {
    return "No single configuration was accepted for all shapes." + named(" Best: candidate ");
  }

  /** The best with its speed-up, as a sentence; empty without a best. */
  private String named(String introduction) {
    return best.isPresent() ? introduction + bestText(", ") + "." : "";
  }

  /** The result in a sentence: {@code Candidate 17 is the champion: 1.213× the default …}. */
  public String sentence() {
    return switch (basis) {
      case ACCEPTED -> "Candidate %s.".formatted(bestText(" is the champion: "));
      case DEFAULT_STAYS -> "The default stays." + named(" Best candidate: ");
      case UNDECIDED ->
          "Not decided: the default stays for now."
              + PortfolioReport.leadOf(history)
                  .map(set -> " Best set: %s.".formatted(set.named()))
                  .orElseGet(() -> named(" Best candidate: "));
      case UNCONFIRMED ->
          "Best so far: candidate %s; not confirmed by finals.".formatted(bestText(", "));
      case NOTHING_MEASURED -> "No candidate was measured.";
    };
  }

  /** Number and speed-up of the best: {@code 17, 1.213× the default (95 % CI 1.101 to 1.346 …)}. */
  private String bestText(String separator) {
    return best.map(Candidate::number).orElseThrow()
        + overall().map(overall -> separator + overall).orElse("");
  }

  /** The report at the end of a run. */
  @Override
  public Document document() {
    return RunDocument.conclusion(this);
  }

  /** Reasons of the finals' verdict; for a replayed run also the origin of its samples. */
  public List<String> reasons() {
    var reasons =
        new ArrayList<>(
            history.finals().map(finals -> finals.verdict().reasons()).orElse(List.of()));
    if (RunFacts.isReplayed(run())) {
      reasons.add(
          "A recording was replayed: the finals bootstrapped its samples. Nothing was measured, and"
              + " the time is simulated.");
    }
    return reasons;
  }
}

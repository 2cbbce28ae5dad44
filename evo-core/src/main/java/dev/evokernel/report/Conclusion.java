package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
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
 * What a run came to.
 *
 * @param best the best candidate other than the incumbent; empty when none was measured
 * @param comparisons of {@code best} with the incumbent, one for each shape of the run
 */
public record Conclusion(
    RunHistory history, Basis basis, Optional<Candidate> best, List<Comparison> comparisons) {

  /** How sure the run can be. */
  public enum Basis {
    /** The best was re-measured against the incumbent and accepted. */
    ACCEPTED,
    /** The best was re-measured and not accepted, or nothing was faster: the incumbent stays. */
    INCUMBENT_STAYS,
    /** The run has no finals: its best was measured on the way only. */
    UNCONFIRMED,
    /** Nothing was measured. */
    NOTHING_MEASURED;

    /** For example {@code incumbent-stays}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The incumbent and the best on one shape.
   *
   * @param speedUp with its interval; empty where no finals gave one
   */
  public record Comparison(
      Workload workload,
      Optional<Samples> incumbent,
      Optional<Samples> best,
      Optional<SpeedUp> speedUp) {

    public String shape() {
      return workload.shape().name();
    }

    /** Of medians, wherever both were measured. */
    public OptionalDouble ratio() {
      return incumbent.isPresent() && best.isPresent()
          ? OptionalDouble.of(incumbent.get().p50() / best.get().p50())
          : OptionalDouble.empty();
    }

    String speedUpText() {
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
          : Basis.INCUMBENT_STAYS;
    }
    OptionalDouble incumbent =
        history.incumbent().map(Candidate::objective).orElse(OptionalDouble.empty());
    if (best.isEmpty()) {
      return incumbent.isPresent() ? Basis.INCUMBENT_STAYS : Basis.NOTHING_MEASURED;
    }
    return incumbent.isPresent()
            && incumbent.getAsDouble() <= best.get().objective().orElse(Double.MAX_VALUE)
        ? Basis.INCUMBENT_STAYS
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
        .incumbent()
        .flatMap(incumbent -> history.remeasured(incumbent.number()))
        .map(incumbent -> history.run().run().objective().first(candidate, incumbent))
        .orElse(OptionalDouble.empty())
        .orElse(Double.MAX_VALUE);
  }

  private static Optional<Candidate> leader(RunHistory history) {
    return history.eligible().stream()
        .filter(candidate -> !candidate.configuration().equals(incumbent(history)))
        .min(Comparator.comparingDouble(candidate -> candidate.objective().getAsDouble()));
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
              .filter(one -> one.role() == Role.INCUMBENT && one.shape().equals(shape))
              .map(FinalistMeasurement::samples)
              .findFirst(),
          result.map(FinalistMeasurement::samples),
          result.flatMap(FinalistMeasurement::speedUp));
    }
    return new Comparison(
        workload,
        history.incumbent().flatMap(one -> one.measurement(shape)).map(Measurement::samples),
        best.flatMap(one -> one.measurement(shape)).map(Measurement::samples),
        Optional.empty());
  }

  private static Configuration incumbent(RunHistory history) {
    return history.run().subject().incumbent();
  }

  public StoredRun run() {
    return history.run();
  }

  /** The configuration to use: the best one's, or the incumbent's when that stays. */
  public Configuration configuration() {
    return switch (basis) {
      case ACCEPTED, UNCONFIRMED -> best.map(Candidate::configuration).orElse(incumbent(history));
      case INCUMBENT_STAYS, NOTHING_MEASURED -> incumbent(history);
    };
  }

  /** The candidate that has {@link #configuration()}. */
  public Optional<Candidate> champion() {
    return switch (basis) {
      case ACCEPTED, UNCONFIRMED -> best;
      case INCUMBENT_STAYS -> history.incumbent();
      case NOTHING_MEASURED -> Optional.empty();
    };
  }

  /** Of {@code best} over the incumbent, the shapes combined as the objective says. */
  public OptionalDouble speedUp() {
    return comparisons.isEmpty()
            || comparisons.stream().anyMatch(comparison -> comparison.ratio().isEmpty())
        ? OptionalDouble.empty()
        : OptionalDouble.of(1 / objective().over().combine(times()));
  }

  /** Of {@code best}, relative to the incumbent's, by shape. */
  private SequencedMap<String, Double> times() {
    var times = new LinkedHashMap<String, Double>();
    comparisons.forEach(one -> times.put(one.shape(), 1 / one.ratio().orElseThrow()));
    return times;
  }

  private Objective objective() {
    return run().run().objective();
  }

  /** One sentence, for example {@code Candidate 17 is the champion: 1.213× …}. */
  public String sentence() {
    String factor =
        speedUp().isPresent()
            ? String.format(
                Locale.ROOT,
                ": %.3f× the incumbent's speed%s",
                speedUp().getAsDouble(),
                comparisons.size() > 1 ? ", " + objective().over().of(comparisons.size()) : "")
            : "";
    String number = best.map(candidate -> "Candidate " + candidate.number()).orElse("");
    return switch (basis) {
      case ACCEPTED -> number + " is the champion" + factor + ".";
      case INCUMBENT_STAYS ->
          best.isPresent()
              ? "The incumbent stays. " + number + " came closest" + factor + "."
              : "The incumbent stays.";
      case UNCONFIRMED -> number + " leads, not confirmed by finals" + factor + ".";
      case NOTHING_MEASURED -> "No candidate was measured.";
    };
  }

  /**
   * The sentence, a table of shapes, the verdict's reasons, and where the time went: what stands at
   * a run's end.
   */
  public String text() {
    var text = new StringBuilder(sentence()).append('\n');
    if (comparisons.stream().anyMatch(one -> one.incumbent().isPresent())) {
      text.append('\n').append(table().text("  "));
    }
    history
        .finals()
        .ifPresent(
            _ -> {
              text.append('\n');
              reasons().forEach(reason -> text.append("  ").append(reason).append('\n'));
            });
    BaselineSection.of(this)
        .ifPresent(section -> text.append('\n').append(section.sentence()).append('\n'));
    FrontReport.of(history)
        .ifPresent(
            front ->
                text.append('\n')
                    .append(front.heading())
                    .append("\n\n")
                    .append(front.table().text("  ")));
    String timeUse = Facts.isReplayed(run()) ? "" : TimeUse.text(run().timeBudget());
    DeviceText.disturbances(history.candidates())
        .ifPresent(
            words -> text.append("\nThe device was disturbed: ").append(words).append(".\n"));
    return timeUse.isEmpty() ? text.toString() : text.append('\n').append(timeUse).toString();
  }

  /** Why the finals decided as they did, and what they compared where nothing could be measured. */
  List<String> reasons() {
    var reasons =
        new ArrayList<>(
            history.finals().map(finals -> finals.verdict().reasons()).orElse(List.of()));
    if (Facts.isReplayed(run())) {
      reasons.add(
          "A recording was replayed: the samples compared are those it holds, bootstrapped; nothing"
              + " was measured anew, and the time is simulated.");
    }
    return reasons;
  }

  TextTable table() {
    String name = basis == Basis.ACCEPTED ? "champion" : "best";
    var table =
        new TextTable()
            .left("shape")
            .right("incumbent p50")
            .right("p90")
            .right(name + " p50")
            .right("p90")
            .right("")
            .left("speed-up (95 % interval)");
    boolean limited = history.limits().isPresent() && run().subject().arithmetic().isPresent();
    if (limited) {
      table.right("% of limit");
    }
    for (Comparison one : comparisons) {
      var cells =
          Stream.of(
              one.workload().shape().toString(),
              one.incumbent().map(s -> Units.time(s.p50())).orElse(""),
              one.incumbent().map(s -> Units.time(s.p90())).orElse(""),
              one.best().map(s -> Units.time(s.p50())).orElse(""),
              one.best().map(s -> Units.time(s.p90())).orElse(""),
              one.best().map(s -> Units.rate(one.workload(), s.p50())).orElse(""),
              one.speedUpText());
      var share =
          one.best()
              .or(one::incumbent)
              .map(s -> LimitShare.text(LimitShare.ceiling(history, one.workload()), s.p50()))
              .orElse("");
      table.row(Stream.concat(cells, Stream.of(share).filter(_ -> limited)).toArray(String[]::new));
    }
    return table;
  }
}

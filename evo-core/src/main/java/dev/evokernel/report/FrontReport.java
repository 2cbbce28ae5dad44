package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.stats.Front;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Subject;
import dev.evokernel.text.Units;
import io.jenetics.ext.moea.Vec;
import org.jspecify.annotations.Nullable;

/**
 * Result of a run whose objective is not time alone: the front of two metrics, or the candidates
 * with the least energy. After finals, the report has the finalists with their times in the finals.
 */
public final class FrontReport {

  private static final int AT_MOST = 12;

  private static final Data.Columns<Measurement> SHAPE =
      new Data.Columns<Measurement>()
          .add("shape", Measurement::shape)
          .add("p50_ns", measurement -> measurement.samples().p50())
          .add("p90_ns", measurement -> measurement.samples().p90())
          .add("joules", Metric.ENERGY::of)
          .add("accuracy", Metric.ACCURACY::of);

  private final RunHistory history;
  private final Objective objective;
  private final Optional<Candidate> theDefault;
  private final SequencedMap<Candidate, Measured> measured = new LinkedHashMap<>();
  private final List<Candidate> members;

  private FrontReport(RunHistory history) {
    this.history = history;
    this.objective = history.run().run().objective();
    this.theDefault = history.defaultCandidate();
    boolean judged = history.finals().isPresent();
    if (judged) {
      history
          .where(outline -> history.remeasured(outline.number()).isPresent(), Optional.empty())
          .forEach(
              finalist ->
                  measured.put(finalist, history.remeasured(finalist.number()).orElseThrow()));
    } else {
      for (Candidate candidate : history.flags().eligible(history.candidates())) {
        candidate.measured().ifPresent(result -> measured.put(candidate, result));
      }
    }
    this.members = members();
  }

  /** The front of a run; empty if the objective is time alone, or nothing was measured. */
  public static Optional<FrontReport> of(RunHistory history) {
    if (history.run().run().objective().minimise().equals(List.of(Metric.TIME))) {
      return Optional.empty();
    }
    return Optional.of(new FrontReport(history)).filter(report -> !report.members.isEmpty());
  }

  private List<Candidate> members() {
    var values = new LinkedHashMap<Candidate, Vec<double[]>>();
    Measured first = theDefault.map(measured::get).orElse(null);
    if (first != null) {
      measured.forEach(
          (candidate, result) ->
              objective
                  .values(result, first)
                  .ifPresent(
                      known -> {
                        if (objective.hasFront()) {
                          known.data()[0] = value(candidate, Metric.TIME).orElseThrow();
                        }
                        values.put(candidate, known);
                      }));
    }
    return objective.hasFront()
        ? Front.of(values).thinned(AT_MOST).keys()
        : values.entrySet().stream()
            .sorted(Comparator.comparingDouble(entry -> entry.getValue().data()[0]))
            .map(Map.Entry::getKey)
            .limit(AT_MOST)
            .toList();
  }

  /** A heading: {@code Front of time and accuracy, measured in the finals}. */
  public String heading() {
    String basis = history.finals().isPresent() ? "measured in the finals" : "measured once each";
    String states =
        objective.asksFor(Metric.ENERGY)
            ? "; energy is from sustained load, p50 from " + DeviceFacts.stateOfTimes(state())
            : "";
    return (objective.hasFront() ? "Front of " : "By ") + objective + ", " + basis + states;
  }

  private DeviceState state() {
    return rows()
        .flatMap(candidate -> measured(candidate).measurements().stream())
        .map(Measurement::device)
        .reduce(DeviceState.UNKNOWN, DeviceState::plus);
  }

  /** The members, then the default. */
  public Table table() {
    List<String> shapes = history.run().subject().shapes();
    var table =
        new Table.Columns<Candidate>()
            .quantity("candidate", Candidate::number)
            .text("role", this::role)
            .quantity(
                "speed-up",
                candidate -> value(candidate, Metric.TIME).map(time -> Units.factor(1 / time)));
    for (String shape : shapes) {
      table.quantity("p50 " + shape, row -> Units.time(on(row, shape).samples().p50()));
    }
    if (objective.asksFor(Metric.ACCURACY)) {
      table.quantity("worst error", row -> value(row, Metric.ACCURACY).map(Units::ofTolerance));
    }
    if (objective.asksFor(Metric.ENERGY)) {
      table.quantity("energy", row -> value(row, Metric.ENERGY).map(Units::factor));
      for (String shape : shapes) {
        table.quantity(
            "energy " + shape,
            row -> on(row, shape).joules().stream().mapToObj(Units::energy).findFirst());
      }
    }
    return table.text("configuration", Candidate::configuration).rows(rows().toList());
  }

  private Stream<Candidate> rows() {
    return Stream.concat(members.stream(), theDefault.filter(measured::containsKey).stream())
        .distinct();
  }

  private String role(Candidate candidate) {
    if (theDefault.filter(candidate::equals).isPresent()) {
      return members.contains(candidate) ? "default" : "default, dominated";
    }
    boolean isChampion =
        history.finals().stream()
            .anyMatch(finals -> finals.candidate(Role.CHAMPION).orElse(-1) == candidate.number());
    return isChampion ? "champion" : "";
  }

  List<SequencedMap<String, @Nullable Object>> json() {
    Subject subject = history.run().subject();
    var member =
        new Data.Columns<Candidate>()
            .add("candidate", Candidate::number)
            .add("configuration", candidate -> Plain.of(candidate.configuration()))
            .add("flags", candidate -> Macros.flags(subject, candidate.configuration()));
    for (Metric metric : objective.minimise()) {
      member.add(metric.label(), candidate -> value(candidate, metric));
    }
    return member
        .add(
            "shapes",
            candidate ->
                subject.shapes().stream().map(shape -> SHAPE.object(on(candidate, shape))).toList())
        .objects(members);
  }

  /** A metric combined over the shapes; time as the finals decided it, relative to the default. */
  private Optional<Double> value(Candidate candidate, Metric metric) {
    SequencedMap<String, Double> times =
        history.finals().isPresent()
            ? history.finals().get().relativeTimes(candidate.number())
            : new LinkedHashMap<>();
    if (metric == Metric.TIME && !times.isEmpty()) {
      return Optional.of(objective.over().combine(times));
    }
    Measured result = measured(candidate);
    Measured first = theDefault.map(measured::get).orElse(result);
    return objective.of(metric, result, first).stream().boxed().findFirst();
  }

  private Measured measured(Candidate candidate) {
    return Objects.requireNonNull(measured.get(candidate));
  }

  private Measurement on(Candidate candidate, String shape) {
    return measured(candidate).measurements().stream()
        .filter(measurement -> measurement.shape().equals(shape))
        .findFirst()
        .orElseThrow();
  }
}

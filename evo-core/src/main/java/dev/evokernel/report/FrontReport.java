package dev.evokernel.report;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.report.document.Table;
import dev.evokernel.stats.Front;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import io.jenetics.ext.moea.Vec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run whose objective is not time alone: the front of two metrics, or the
 * candidates that took the least energy. It is of the finalists as the finals measured them, where
 * there were finals.
 */
final class FrontReport {

  /** Members shown: without finals, a front has as many as the search found. */
  private static final int AT_MOST = 12;

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
          .where(one -> history.remeasured(one.number()).isPresent(), Optional.empty())
          .forEach(one -> measured.put(one, history.remeasured(one.number()).orElseThrow()));
    } else {
      for (Candidate candidate : history.flags().eligible(history.candidates())) {
        candidate.measured().ifPresent(one -> measured.put(candidate, one));
      }
    }
    this.members = members();
  }

  /** Empty where the objective is time alone, or nothing was measured. */
  static Optional<FrontReport> of(RunHistory history) {
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
          (candidate, one) ->
              objective.values(one, first).ifPresent(of -> values.put(candidate, of)));
    }
    return objective.hasFront()
        ? Front.of(values).thinned(AT_MOST).keys()
        : values.entrySet().stream()
            .sorted(Comparator.comparingDouble(entry -> entry.getValue().data()[0]))
            .map(Map.Entry::getKey)
            .limit(AT_MOST)
            .toList();
  }

  /** For example {@code The front of time and accuracy}. */
  String heading() {
    String basis =
        history.finals().isPresent() ? "measured again in the finals" : "each measured once";
    String states =
        objective.asksFor(Metric.ENERGY)
            ? "; energy is of sustained load, p50 of " + DeviceText.stateOfTimes(state())
            : "";
    return (objective.hasFront() ? "The front of " : "By ") + objective + ", " + basis + states;
  }

  /** Of the device, while what the table shows was timed. */
  private DeviceState state() {
    return rows()
        .flatMap(one -> Objects.requireNonNull(measured.get(one)).measurements().stream())
        .map(Measurement::device)
        .reduce(DeviceState.UNKNOWN, DeviceState::plus);
  }

  /** The members, and the default below them if it is none. */
  Table table() {
    List<String> shapes = history.run().subject().shapes();
    var table = Table.builder().quantity("candidate").text("as").quantity("speed-up");
    shapes.forEach(shape -> table.quantity("p50 " + shape));
    if (objective.asksFor(Metric.ACCURACY)) {
      table.quantity("worst error");
    }
    if (objective.asksFor(Metric.ENERGY)) {
      table.quantity("energy");
      shapes.forEach(shape -> table.quantity("energy " + shape));
    }
    table.text("configuration");
    rows().forEach(candidate -> table.row(row(candidate, shapes)));
    return table.build();
  }

  private Stream<Candidate> rows() {
    return Stream.concat(
            members.stream(), theDefault.filter(one -> measured.containsKey(one)).stream())
        .distinct();
  }

  private String[] row(Candidate candidate, List<String> shapes) {
    var row = new ArrayList<String>();
    row.add(Integer.toString(candidate.number()));
    row.add(role(candidate));
    row.add(
        value(candidate, Metric.TIME)
            .map(time -> String.format(Locale.ROOT, "%.3f×", 1 / time))
            .orElse(""));
    shapes.forEach(shape -> row.add(Units.time(on(candidate, shape).samples().p50())));
    if (objective.asksFor(Metric.ACCURACY)) {
      row.add(
          value(candidate, Metric.ACCURACY)
              .map(error -> String.format(Locale.ROOT, "%.3g of the tolerance", error))
              .orElse(""));
    }
    if (objective.asksFor(Metric.ENERGY)) {
      row.add(
          value(candidate, Metric.ENERGY)
              .map(energy -> String.format(Locale.ROOT, "%.3f×", energy))
              .orElse(""));
      for (String shape : shapes) {
        var joules = on(candidate, shape).joules();
        row.add(joules.isPresent() ? Units.energy(joules.getAsDouble()) : "");
      }
    }
    row.add(candidate.configuration().toString());
    return row.toArray(String[]::new);
  }

  private String role(Candidate candidate) {
    if (theDefault.filter(candidate::equals).isPresent()) {
      return members.contains(candidate) ? "default" : "default, beaten";
    }
    boolean isChampion =
        history.finals().stream()
            .anyMatch(finals -> finals.candidate(Role.CHAMPION).orElse(-1) == candidate.number());
    return isChampion ? "champion" : "";
  }

  /** One object for each member. */
  List<Map<String, @Nullable Object>> json() {
    return members.stream().map(this::json).toList();
  }

  private Map<String, @Nullable Object> json(Candidate candidate) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("candidate", candidate.number());
    json.put("configuration", Plain.of(candidate.configuration()));
    json.put("flags", Macros.flags(history.run().subject(), candidate.configuration()));
    for (Metric metric : objective.minimise()) {
      json.put(metric.label(), value(candidate, metric).orElse(null));
    }
    json.put(
        "shapes",
        history.run().subject().shapes().stream()
            .map(shape -> json(on(candidate, shape)))
            .toList());
    return json;
  }

  private static Map<String, @Nullable Object> json(Measurement measurement) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("shape", measurement.shape());
    json.put("p50_ns", measurement.samples().p50());
    json.put("p90_ns", measurement.samples().p90());
    for (Metric metric : List.of(Metric.ENERGY, Metric.ACCURACY)) {
      var value = metric.of(measurement);
      json.put(
          metric == Metric.ENERGY ? "joules" : "accuracy",
          value.isPresent() ? value.getAsDouble() : null);
    }
    return json;
  }

  /** Over the shapes, time and energy relative to the default's. */
  private Optional<Double> value(Candidate candidate, Metric metric) {
    Measured one = Objects.requireNonNull(measured.get(candidate));
    Measured first = theDefault.map(measured::get).orElse(one);
    var value = objective.of(metric, one, first);
    return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
  }

  private Measurement on(Candidate candidate, String shape) {
    return Objects.requireNonNull(measured.get(candidate)).measurements().stream()
        .filter(one -> one.shape().equals(shape))
        .findFirst()
        .orElseThrow();
  }
}

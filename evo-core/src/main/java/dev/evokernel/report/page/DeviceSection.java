package dev.evokernel.report.page;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.report.DeviceText;
import dev.evokernel.report.FinalsDevice;
import dev.evokernel.report.RunFacts;
import dev.evokernel.report.Units;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateOutline;
import dev.evokernel.store.DriftCheck;
import dev.evokernel.store.RecoveryCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the device was like all the while: drift checks, readings, disturbances, lost processes. */
final class DeviceSection {

  /** Stretches of time that a reading is drawn for: more than a screen has columns for. */
  private static final int STRETCHES = 500;

  private DeviceSection() {}

  /**
   * A check of the default, at seconds since the start.
   *
   * @param device its name; empty where it is the only one, or not known
   */
  record Check(String kind, String device, long seconds, double ratio, boolean sound) {
    String name() {
      return device.isEmpty() ? kind : kind + ", " + device;
    }
  }

  /**
   * The worst reading in each stretch of time.
   *
   * @param name with its unit
   * @param points seconds since the start, and the reading
   */
  record Reading(String name, List<double[]> points) {
    Reading {
      points = List.copyOf(points);
    }
  }

  /** The data of the chart. */
  record Night(List<Check> checks, List<Reading> readings, List<double[]> discarded) {
    Night {
      checks = List.copyOf(checks);
      readings = List.copyOf(readings);
      discarded = List.copyOf(discarded);
    }
  }

  static Section of(StudiedRun run) {
    var parts = new ArrayList<Part>();
    if (RunFacts.isReplayed(run.history().run())) {
      return Section.of(
          "device", "The device meanwhile", Part.Text.of("A recording has no device."));
    }
    var facts = new LinkedHashMap<String, String>();
    RunFacts.drift(run.history()).ifPresent(text -> facts.put("drift checks", text));
    DeviceText.disturbances(run.history().disturbed())
        .ifPresent(text -> facts.put("disturbances", text));
    RunFacts.recoveryChecks(run.history().recoveryChecks())
        .ifPresent(text -> facts.put("device worker", text));
    Night night = night(run);
    boolean quiet = facts.isEmpty();
    parts.add(
        quiet
            ? Part.Text.of("Nothing disturbed it, no process was lost, and no drift check was due.")
            : Part.Text.of(Block.Facts.of(facts)));
    if (!night.checks().isEmpty() || !night.readings().isEmpty()) {
      parts.add(figure(run, night));
    }
    FinalsDevice.table(run.history())
        .ifPresent(table -> parts.add(new Part.Folded("In the finals", List.of(table))));
    return new Section("device", "The device meanwhile", parts);
  }

  private static Part figure(StudiedRun run, Night night) {
    var table =
        Table.builder()
            .text("after")
            .text("check")
            .quantity("default, relative to before")
            .text("");
    for (Check check : night.checks()) {
      table.row(
          Units.duration(Duration.ofSeconds(check.seconds())),
          check.name(),
          Numbers.times(check.ratio()),
          check.sound() ? "within the margin" : "beyond the margin");
    }
    for (Reading reading : night.readings()) {
      double[] values = reading.points().stream().mapToDouble(point -> point[1]).sorted().toArray();
      table.row(
          "all along",
          reading.name(),
          "",
          "%s to %s".formatted(text(values[0]), text(values[values.length - 1])));
    }
    return new Part.Figure(
        new PageChart(
            "device",
            "Drift checks and readings of " + run.history().run().provenance().device().model(),
            "Time of the default at each check relative to its level, and the readings of the"
                + " device. The table below has the checks and the ranges of the readings.",
            night),
        "The numbers of this chart",
        table.build());
  }

  private static String text(double value) {
    return Units.count(value);
  }

  private static Night night(StudiedRun run) {
    Instant start = run.history().run().run().started();
    var checks = new ArrayList<Check>();
    for (DriftCheck one : run.history().flags().driftChecks()) {
      checks.add(
          new Check(
              "drift",
              RunFacts.device(one, run.history().devices()).orElse(""),
              seconds(start, one.at()),
              Numbers.shortened(one.ratio()),
              one.sound()));
    }
    for (RecoveryCheck one : run.history().recoveryChecks()) {
      checks.add(
          new Check(
              "recovery", "", seconds(start, one.at()), Numbers.shortened(one.ratio()), true));
    }
    checks.sort(Comparator.comparingLong(Check::seconds));
    List<Worst> shown =
        List.of(
            new Worst("core clock, MHz", DeviceState::coreMegahertz, Math::min),
            new Worst("power, W", DeviceState::watts, Math::max),
            new Worst("temperature, °C", DeviceState::celsius, Math::max),
            new Worst("load, threads", DeviceState::load, Math::max));
    var discarded = new Worst("discarded", state -> positive(state.discarded()), Double::sum);
    look(run, start, Stream.concat(shown.stream(), Stream.of(discarded)).toList());
    return new Night(
        checks,
        shown.stream()
            .filter(one -> !one.stretches().isEmpty())
            .map(one -> new Reading(one.name(), one.points()))
            .toList(),
        discarded.points());
  }

  private static OptionalDouble positive(int count) {
    return count > 0 ? OptionalDouble.of(count) : OptionalDouble.empty();
  }

  private static long seconds(Instant start, Instant at) {
    return Duration.between(start, at).toSeconds();
  }

  /** Goes once through all measurements, of which a long run has a million. */
  private static void look(StudiedRun run, Instant start, List<Worst> readings) {
    long last =
        run.history().outlines().stream()
            .filter(CandidateOutline::isMeasured)
            .mapToLong(one -> seconds(start, one.end().orElseThrow().finished()))
            .max()
            .orElse(1);
    for (Candidate candidate :
        run.history().where(CandidateOutline::isMeasured, Optional.empty())) {
      long seconds = seconds(start, candidate.evaluation().orElseThrow().finished());
      for (Measurement one : candidate.measured().orElseThrow().measurements()) {
        readings.forEach(
            reading -> reading.saw(seconds * STRETCHES / Math.max(1, last), seconds, one.device()));
      }
    }
  }

  /**
   * The worst of a reading in each stretch of the run.
   *
   * @param stretches by number, with the seconds of the first measurement in each
   */
  private record Worst(
      String name,
      Function<DeviceState, OptionalDouble> of,
      DoubleBinaryOperator worse,
      SortedMap<Long, double[]> stretches) {

    Worst(String name, Function<DeviceState, OptionalDouble> of, DoubleBinaryOperator worse) {
      this(name, of, worse, new TreeMap<>());
    }

    void saw(long stretch, long seconds, DeviceState state) {
      of.apply(state)
          .ifPresent(
              reading ->
                  stretches.merge(
                      stretch,
                      new double[] {seconds, Numbers.shortened(reading)},
                      (one, other) ->
                          new double[] {
                            Math.min(one[0], other[0]), worse.applyAsDouble(one[1], other[1])
                          }));
    }

    List<double[]> points() {
      return List.copyOf(stretches.values());
    }
  }
}

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
import dev.evokernel.store.DriftCheck;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RecoveryCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;

/** What the device was like all the while: drift checks, readings, disturbances, lost processes. */
final class DeviceSection {

  /** Stretches of time that a reading is drawn for: more than a screen has columns for. */
  private static final int STRETCHES = 500;

  private DeviceSection() {}

  /** A check of the default, at seconds since the start. */
  record Check(String kind, long seconds, double ratio, boolean sound) {}

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

  private record Look(long seconds, DeviceState state) {}

  static Section of(StudiedRun run) {
    var parts = new ArrayList<Part>();
    if (RunFacts.isReplayed(run.history().run())) {
      return Section.of(
          "device", "The device meanwhile", Part.Text.of("A recording has no device."));
    }
    var facts = new LinkedHashMap<String, String>();
    RunFacts.drift(run.history().flags()).ifPresent(text -> facts.put("drift checks", text));
    DeviceText.disturbances(run.history().candidates())
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
          check.kind(),
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
              "drift", seconds(start, one.at()), Numbers.shortened(one.ratio()), one.sound()));
    }
    for (RecoveryCheck one : run.history().recoveryChecks()) {
      checks.add(
          new Check("recovery", seconds(start, one.at()), Numbers.shortened(one.ratio()), true));
    }
    checks.sort(Comparator.comparingLong(Check::seconds));
    List<Look> looks = looks(run, start);
    var readings = new ArrayList<Reading>();
    add(readings, "core clock, MHz", looks, DeviceState::coreMegahertz, Math::min);
    add(readings, "power, W", looks, DeviceState::watts, Math::max);
    add(readings, "temperature, °C", looks, DeviceState::celsius, Math::max);
    add(readings, "load, threads", looks, DeviceState::load, Math::max);
    return new Night(
        checks, readings, worst(looks, state -> positive(state.discarded()), Double::sum));
  }

  private static OptionalDouble positive(int count) {
    return count > 0 ? OptionalDouble.of(count) : OptionalDouble.empty();
  }

  private static long seconds(Instant start, Instant at) {
    return Duration.between(start, at).toSeconds();
  }

  private static List<Look> looks(StudiedRun run, Instant start) {
    var looks = new ArrayList<Look>();
    for (Candidate candidate : run.history().candidates()) {
      candidate
          .measured()
          .ifPresent(
              measured -> {
                Evaluation ended = candidate.evaluation().orElseThrow();
                for (Measurement one : measured.measurements()) {
                  looks.add(new Look(seconds(start, ended.finished()), one.device()));
                }
              });
    }
    looks.sort(Comparator.comparingLong(Look::seconds));
    return looks;
  }

  private static void add(
      List<Reading> readings,
      String name,
      List<Look> looks,
      Function<DeviceState, OptionalDouble> of,
      DoubleBinaryOperator worse) {
    List<double[]> points = worst(looks, of, worse);
    if (!points.isEmpty()) {
      readings.add(new Reading(name, points));
    }
  }

  private static List<double[]> worst(
      List<Look> looks, Function<DeviceState, OptionalDouble> of, DoubleBinaryOperator worse) {
    long last = looks.isEmpty() ? 1 : Math.max(1, looks.getLast().seconds());
    Map<Long, double[]> stretches = new LinkedHashMap<>();
    for (Look look : looks) {
      OptionalDouble reading = of.apply(look.state());
      if (reading.isPresent()) {
        stretches.merge(
            look.seconds() * STRETCHES / last,
            new double[] {look.seconds(), Numbers.shortened(reading.getAsDouble())},
            (one, other) -> new double[] {one[0], worse.applyAsDouble(one[1], other[1])});
      }
    }
    return List.copyOf(stretches.values());
  }
}

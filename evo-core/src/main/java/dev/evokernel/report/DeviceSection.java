package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.report.StudiedRun.ShapeLine;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.roofline.Roofline.Ceiling;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;

/** Sections on the device: drift checks, readings, disturbances, lost processes; the roofline. */
final class DeviceSection {

  /** Maximum number of points of a reading in the chart. */
  private static final int INTERVALS = 500;

  private DeviceSection() {}

  /** A check of the default; the device has no name if it is unknown or the only one. */
  record Check(String kind, String device, long seconds, double ratio, boolean sound) {
    String name() {
      return device.isEmpty() ? kind : kind + ", " + device;
    }
  }

  /** The worst value of each interval, after seconds since the start; the name has the unit. */
  record Reading(String name, List<double[]> points) {}

  record Night(List<Check> checks, List<Reading> readings, List<double[]> discarded) {}

  static Section of(StudiedRun run) {
    var parts = new ArrayList<Block>();
    if (RunFacts.isReplayed(run.history().run())) {
      return Section.of(
          "device", "Device", Block.Paragraph.of("A replayed recording has no device."));
    }
    SequencedMap<String, String> facts = RunFacts.conditions(run.history());
    facts.remove("excluded"); // The section on rejections has them.
    Night night = night(run);
    parts.add(
        facts.isEmpty()
            ? Block.Paragraph.of("No disturbances, no lost processes, no drift checks.")
            : Block.Facts.of(facts));
    if (!night.checks().isEmpty() || !night.readings().isEmpty()) {
      parts.add(figure(run, night));
    }
    DeviceFacts.table(run.history())
        .ifPresent(table -> parts.add(new Block.Details("In the finals", List.of(table))));
    return new Section("device", "Device", parts);
  }

  private static Block figure(StudiedRun run, Night night) {
    var table =
        Table.builder().text("time", "check").quantity("default, relative to its level").text("");
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
          "whole run",
          reading.name(),
          "",
          "%s to %s".formatted(Units.count(values[0]), Units.count(values[values.length - 1])));
    }
    return new Block.Chart(
        "device",
        "Drift checks and readings of " + run.history().run().provenance().device().model(),
        "Time of the default at each check, relative to its level, and the readings of the"
            + " device. The table below has the checks and the ranges of the readings.",
        night,
        "The numbers of this chart",
        table.build());
  }

  private static Night night(StudiedRun run) {
    Instant start = run.history().run().run().started();
    var checks = new ArrayList<Check>();
    for (DriftCheck check : run.history().flags().driftChecks()) {
      checks.add(
          new Check(
              "drift",
              RunFacts.device(check, run.history().devices()).orElse(""),
              seconds(start, check.at()),
              Numbers.shortened(check.ratio()),
              check.sound()));
    }
    for (RecoveryCheck check : run.history().recoveryChecks()) {
      checks.add(
          new Check(
              "recovery", "", seconds(start, check.at()), Numbers.shortened(check.ratio()), true));
    }
    checks.sort(Comparator.comparingLong(Check::seconds));
    List<Worst> shown =
        List.of(
            new Worst("core clock, MHz", DeviceState::coreMegahertz, Math::min),
            new Worst("power, W", DeviceState::watts, Math::max),
            new Worst("temperature, °C", DeviceState::celsius, Math::max),
            new Worst("load, threads", DeviceState::load, Math::max));
    var discarded = new Worst("discarded", state -> positive(state.discarded()), Double::sum);
    read(run, start, Stream.concat(shown.stream(), Stream.of(discarded)).toList());
    return new Night(
        checks,
        shown.stream()
            .filter(reading -> !reading.intervals().isEmpty())
            .map(reading -> new Reading(reading.name(), reading.points()))
            .toList(),
        discarded.points());
  }

  private static OptionalDouble positive(int count) {
    return count > 0 ? OptionalDouble.of(count) : OptionalDouble.empty();
  }

  private static long seconds(Instant start, Instant at) {
    return Duration.between(start, at).toSeconds();
  }

  /** Reads all measurements in one pass, because a long run has a million. */
  private static void read(StudiedRun run, Instant start, List<Worst> readings) {
    long last =
        run.history().outlines().stream()
            .filter(Candidate::isMeasured)
            .mapToLong(outline -> seconds(start, outline.evaluation().orElseThrow().finished()))
            .max()
            .orElse(1);
    for (Candidate candidate : run.history().where(Candidate::isMeasured, Optional.empty())) {
      long seconds = seconds(start, candidate.evaluation().orElseThrow().finished());
      for (Measurement measured : candidate.measured().orElseThrow().measurements()) {
        readings.forEach(
            reading ->
                reading.add(seconds * INTERVALS / Math.max(1, last), seconds, measured.device()));
      }
    }
  }

  /** The worst value of each interval, by the number of the interval, and when it began. */
  private record Worst(
      String name,
      Function<DeviceState, OptionalDouble> of,
      DoubleBinaryOperator worse,
      SortedMap<Long, double[]> intervals) {

    Worst(String name, Function<DeviceState, OptionalDouble> of, DoubleBinaryOperator worse) {
      this(name, of, worse, new TreeMap<>());
    }

    void add(long interval, long seconds, DeviceState state) {
      of.apply(state)
          .ifPresent(
              reading ->
                  intervals.merge(
                      interval,
                      new double[] {seconds, Numbers.shortened(reading)},
                      (a, b) ->
                          new double[] {Math.min(a[0], b[0]), worse.applyAsDouble(a[1], b[1])}));
    }

    List<double[]> points() {
      return List.copyOf(intervals.values());
    }
  }

  /** A configuration on a shape, in FLOP/byte and FLOP/s. */
  record Point(String role, String shape, double intensity, double rate) {}

  /** The data of the chart, in FLOP/s and bytes/s; the peak is 0 if it is unknown. */
  record Roofs(double peak, double memory, double cache, List<Point> points) {}

  static Section roofline(StudiedRun run) {
    RunHistory history = run.history();
    Optional<Roofline> roofline =
        DeviceFacts.roofline(history.limits(), history.run().subject().arithmetic());
    if (roofline.isEmpty()) {
      return Section.of("roofline", "Roofline", unknown(run));
    }
    List<ShapeLine> lines = run.lines();
    List<Point> points = new ArrayList<>();
    var table =
        Table.builder()
            .text("shape", "role")
            .quantity("FLOP/byte", "rate", "% of limit")
            .text("bound by");
    for (ShapeLine line : lines) {
      Workload work = line.comparison().workload();
      add(points, table, "default", work, line.comparison().defaultSamples(), line.ceiling());
      add(points, table, run.bestName(), work, line.comparison().best(), line.ceiling());
      add(points, table, "library", work, line.librarySamples(), line.ceiling());
    }
    Roofline roof = roofline.get();
    var parts = new ArrayList<Block>();
    if (points.isEmpty()) {
      parts.add(table.build());
    } else {
      parts.add(
          new Block.Chart(
              "roofline",
              "Rate over FLOP/byte, below the measured limits of the device",
              "A roofline with the default, the %s and the library on each shape. The table below has the same numbers."
                  .formatted(run.bestName()),
              new Roofs(
                  Numbers.shortened(roof.flopsPerSecond().orElse(0)),
                  Numbers.shortened(roof.memoryBytesPerSecond()),
                  Numbers.shortened(roof.cacheBytesPerSecond()),
                  points),
              "The numbers of this chart",
              table.build()));
    }
    return new Section("roofline", "Roofline", parts);
  }

  private static Block unknown(StudiedRun run) {
    RunHistory history = run.history();
    return RunFacts.isReplayed(history.run())
        ? Block.Paragraph.of("The limits of a recorded device are unknown.")
        : Block.Together.of(
            Block.Paragraph.of(
                "The limits of this device were not measured. Measure the limits, then write this"
                    + " page again:"),
            Block.Commands.again(
                DeviceFacts.limitsCommand(history) + Launcher.results(run.results())));
  }

  private static void add(
      List<Point> points,
      Table.Builder table,
      String role,
      Workload work,
      Optional<Samples> samples,
      Optional<Ceiling> ceiling) {
    if (samples.isPresent() && ceiling.isPresent()) {
      double p50 = samples.get().p50();
      boolean placed = work.flops() > 0 && work.bytes() > 0;
      if (placed) {
        points.add(
            new Point(
                role,
                work.shape().name(),
                Numbers.shortened(work.flops() / work.bytes()),
                Numbers.shortened(1e9 * work.flops() / p50)));
      }
      table.row(
          work.shape().name(),
          role,
          placed ? Numbers.times(work.flops() / work.bytes()).replace("×", "") : "",
          work.rate(p50),
          Units.percent(ceiling.get().share(p50)),
          ceiling.get().binds().label());
    }
  }
}

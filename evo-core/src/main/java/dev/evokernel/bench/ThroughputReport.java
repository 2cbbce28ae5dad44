package dev.evokernel.bench;

import dev.evokernel.bench.Throughput.Mode;
import dev.evokernel.report.ReportFrame;
import dev.evokernel.report.TextTable;
import dev.evokernel.report.TimeUse;
import dev.evokernel.report.Units;
import dev.evokernel.store.CompilerActivity;
import dev.evokernel.store.DeviceActivity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code evo bench throughput} found out.
 *
 * @param subject kernel, shapes and device, for people
 * @param command that repeats it
 * @param seed of every random choice
 */
public record ThroughputReport(
    Throughput.Result result, String subject, String command, long seed) {

  public String text() {
    var parts = new ArrayList<>(List.of(table().text("  "), sentence()));
    modes().forEach(mode -> parts.add(heading(mode) + TimeUse.text(mode.budget())));
    return frame().text(parts);
  }

  public String markdown() {
    var parts = new ArrayList<>(List.of(table().markdown(), sentence()));
    modes()
        .forEach(
            mode -> parts.add("### " + heading(mode) + "\n" + TimeUse.markdown(mode.budget())));
    return frame().markdown(parts);
  }

  public String json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("seed", seed);
    json.put("cold_over_serial", result.cold().over(result.serial()));
    json.put("warm_over_serial", result.warm().over(result.serial()));
    json.put("modes", modes().stream().map(ThroughputReport::plain).toList());
    return frame().json(json);
  }

  private ReportFrame frame() {
    return new ReportFrame(subject, command);
  }

  private List<Mode> modes() {
    return List.of(result.cold(), result.warm(), result.serial());
  }

  private String sentence() {
    return String.format(
        Locale.ROOT,
        "In the same time, evo evaluates %.1f times as many configurations with a cold cache, and"
            + " %.1f times as many with a warm one, as one after the other.",
        result.cold().over(result.serial()),
        result.warm().over(result.serial()));
  }

  private TextTable table() {
    var table =
        new TextTable()
            .left("mode")
            .right("compile workers")
            .right("in flight")
            .right("evaluations")
            .right("time")
            .right("a minute")
            .right("device busy");
    for (Mode mode : modes()) {
      table.row(
          mode.name(),
          Integer.toString(mode.compileWorkers()),
          Integer.toString(mode.inFlight()),
          Long.toString(mode.evaluations()),
          Units.duration(mode.time()),
          String.format(Locale.ROOT, "%.1f", mode.perMinute()),
          String.format(Locale.ROOT, "%.1f %%", 100 * mode.budget().busyShare()));
    }
    return table;
  }

  private static String heading(Mode mode) {
    return mode.name().substring(0, 1).toUpperCase(Locale.ROOT) + mode.name().substring(1) + "\n";
  }

  private static Map<String, Object> plain(Mode mode) {
    var json = new LinkedHashMap<String, Object>();
    json.put("mode", mode.name());
    json.put("compile_workers", mode.compileWorkers());
    json.put("in_flight", mode.inFlight());
    json.put("evaluations", mode.evaluations());
    json.put("seconds", seconds(mode.time()));
    json.put("per_minute", mode.perMinute());
    json.put("device_busy", mode.budget().busyShare());
    var device = new LinkedHashMap<String, Object>();
    for (DeviceActivity activity : DeviceActivity.values()) {
      device.put(activity.label(), seconds(mode.budget().of(activity)));
    }
    json.put("device_seconds", device);
    var compilers = new LinkedHashMap<String, Object>();
    for (CompilerActivity activity : CompilerActivity.values()) {
      compilers.put(activity.label(), seconds(mode.budget().of(activity)));
    }
    json.put("compiler_seconds", compilers);
    json.put("compiled", mode.budget().compiled());
    json.put("cached", mode.budget().cached());
    return json;
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}

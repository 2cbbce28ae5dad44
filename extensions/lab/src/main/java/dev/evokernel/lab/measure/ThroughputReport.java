package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.lab.measure.Throughput.Mode;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.finals.TimeUse;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.run.CompilerActivity;
import dev.evokernel.store.run.DeviceActivity;

/** Report of {@code evo bench throughput}. */
public record ThroughputReport(
    Mode cold, Mode warm, Mode serial, String subject, String command, long seed)
    implements Report {

  @Override
  public Document document() {
    return Document.framed(List.of(subject), findings(), command, data());
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("command", command);
    json.put("seed", seed);
    json.put("cold_over_serial", cold.over(serial));
    json.put("warm_over_serial", warm.over(serial));
    json.put("modes", modes().stream().map(ThroughputReport::plain).toList());
    return Data.Fields.of(json);
  }

  private List<Block> findings() {
    var findings = new ArrayList<Block>();
    findings.add(table());
    findings.add(Block.Paragraph.of(sentence()));
    for (Mode mode : modes()) {
      List<Block> use = TimeUse.blocks(mode.budget());
      findings.add(
          Block.Together.under(
              new Block.Heading(3, heading(mode)), use.stream().limit(1).toList()));
      use.stream().skip(1).forEach(findings::add);
    }
    return findings;
  }

  private List<Mode> modes() {
    return List.of(cold, warm, serial);
  }

  private String sentence() {
    return String.format(
        Locale.ROOT,
        "Against serial evaluation, evo evaluates %.1f times as many configurations per minute with"
            + " a cold cache and %.1f times as many with a warm cache.",
        cold.over(serial),
        warm.over(serial));
  }

  private Table table() {
    var table =
        Table.builder()
            .text("mode")
            .quantity(
                "compile workers", "in flight", "evaluations", "time", "per minute", "device busy");
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
    return table.build();
  }

  private static String heading(Mode mode) {
    return mode.name().substring(0, 1).toUpperCase(Locale.ROOT) + mode.name().substring(1);
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

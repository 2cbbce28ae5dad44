package dev.evokernel.report.study;

import module java.base;

import dev.evokernel.backend.tool.Profiler;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;

/**
 * Result of {@code evo profile}.
 *
 * @param candidate reference of the profiled candidate
 * @param subject kernel, device and shape
 * @param tool the profiler and its settings
 */
public record ProfileReport(
    String candidate,
    String configuration,
    String subject,
    String tool,
    Profiler.Profile profile,
    String command)
    implements Report {

  private static final String NOTHING = "No finding costs more than 1 % of the time.";

  private static final String CAVEAT =
      "'may cost' is an upper bound on the share of the time, from the rule in the last column."
          + " Bounds overlap and do not add up. To measure the cost, run evo ablate.";

  @Override
  public Document document() {
    return Document.framed(
        List.of(candidate, configuration, subject, tool),
        List.of(
            new Block.Facts("counter", "value", profile.overview()),
            profile.findings().isEmpty() ? Block.Paragraph.of(NOTHING) : findings(),
            Block.Paragraph.of(CAVEAT),
            new Block.Details(List.of(metrics()))),
        command,
        data());
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("candidate", candidate);
    json.put("configuration", configuration);
    json.put("subject", subject);
    json.put("tool", tool);
    json.put("overview", profile.overview());
    json.put("findings", profile.findings().stream().map(this::plain).toList());
    var metrics = new LinkedHashMap<String, Object>();
    profile.metrics().forEach((name, metric) -> metrics.put(name, plain(metric)));
    json.put("metrics", metrics);
    json.put("command", command);
    return Data.Fields.of(json);
  }

  private Map<String, Object> plain(Profiler.Finding finding) {
    var json = new LinkedHashMap<String, Object>();
    json.put("name", finding.name());
    json.put("may_cost", finding.share());
    json.put("message", finding.message());
    json.put("rule", finding.rule());
    json.put("metrics", finding.metrics());
    return json;
  }

  private static Map<String, Object> plain(Profiler.Metric metric) {
    var json = new LinkedHashMap<String, Object>();
    json.put("value", metric.value());
    json.put("unit", metric.unit());
    return json;
  }

  private Table metrics() {
    var table = Table.builder().text("metric").quantity("value").text("unit");
    profile
        .metrics()
        .forEach(
            (name, metric) -> table.row("`" + name + "`", number(metric.value()), metric.unit()));
    return table.build();
  }

  private Table findings() {
    var table =
        Table.builder().quantity("").text("finding").quantity("may cost").text("evidence", "rule");
    int number = 0;
    for (Profiler.Finding finding : profile.findings()) {
      table.row(
          Integer.toString(++number),
          finding.name(),
          String.format(Locale.ROOT, "≤ %.0f %%", 100 * finding.share()),
          finding.message(),
          finding.rule());
    }
    return table.build();
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }
}

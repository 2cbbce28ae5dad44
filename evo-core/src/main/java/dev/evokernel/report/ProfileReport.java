package dev.evokernel.report;

import dev.evokernel.backend.Profiler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code evo profile} found out.
 *
 * @param candidate what was profiled, for people
 * @param configuration its own
 * @param subject kernel, device and shape
 * @param tool what read the counters, and how it was set
 * @param command that repeats it
 */
public record ProfileReport(
    String candidate,
    String configuration,
    String subject,
    String tool,
    Profiler.Profile profile,
    String command) {

  public String text() {
    return frame("\n")
        .text(
            List.of(
                Facts.lines(profile.overview()),
                profile.findings().isEmpty() ? NOTHING : findings().text("  "),
                CAVEAT));
  }

  public String markdown() {
    var overview = new TextTable().left("counter").left("value");
    profile.overview().forEach(overview::row);
    var metrics = new TextTable().left("metric").right("value").left("unit");
    profile
        .metrics()
        .forEach((name, one) -> metrics.row("`" + name + "`", number(one.value()), one.unit()));
    return frame("  \n")
        .markdown(
            List.of(
                profile.findings().isEmpty() ? NOTHING : findings().markdown(),
                CAVEAT,
                overview.markdown(),
                metrics.markdown()));
  }

  public String json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("candidate", candidate);
    json.put("configuration", configuration);
    json.put("subject", subject);
    json.put("tool", tool);
    json.put("overview", profile.overview());
    json.put("findings", profile.findings().stream().map(this::plain).toList());
    var metrics = new LinkedHashMap<String, Object>();
    profile.metrics().forEach((name, one) -> metrics.put(name, plain(one)));
    json.put("metrics", metrics);
    json.put("command", command);
    return Json.indented(json);
  }

  private static final String NOTHING = "No finding costs more than 1 % of the time.";

  private static final String CAVEAT =
      "'may cost' is a bound on the part of the time, from the rule beside it; bounds overlap and do not add up. evo ablate measures.";

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

  private ReportFrame frame(String end) {
    return new ReportFrame(candidate + end + configuration + end + subject + end + tool, command);
  }

  private TextTable findings() {
    var table =
        new TextTable().right("").left("finding").right("may cost").left("seen").left("rule");
    List<Profiler.Finding> all = profile.findings();
    for (int i = 0; i < all.size(); i++) {
      Profiler.Finding one = all.get(i);
      table.row(
          Integer.toString(i + 1),
          one.name(),
          "≤ " + percent(one.share()),
          one.message(),
          one.rule());
    }
    return table;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }
}

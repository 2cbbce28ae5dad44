package dev.evokernel.report;

import module java.base;

import dev.evokernel.backend.file.Profiler;

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

  private static final Data.Columns<Profiler.Finding> FINDING =
      new Data.Columns<Profiler.Finding>()
          .add("name", Profiler.Finding::name)
          .add("may_cost", Profiler.Finding::share)
          .add("message", Profiler.Finding::message)
          .add("rule", Profiler.Finding::rule)
          .add("metrics", Profiler.Finding::metrics);

  private static final Data.Columns<ProfileReport> FIELDS =
      new Data.Columns<ProfileReport>()
          .add("candidate", ProfileReport::candidate)
          .add("configuration", ProfileReport::configuration)
          .add("subject", ProfileReport::subject)
          .add("tool", ProfileReport::tool)
          .add("overview", report -> report.profile().overview())
          .add("findings", report -> FINDING.objects(report.profile().findings()))
          .add("metrics", report -> report.profile().metrics())
          .add("command", ProfileReport::command);

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
        FIELDS.fields(this));
  }

  private Table metrics() {
    return new Table.Columns<Map.Entry<String, Profiler.Metric>>()
        .text("metric", entry -> "`" + entry.getKey() + "`")
        .quantity("value", entry -> number(entry.getValue().value()))
        .text("unit", entry -> entry.getValue().unit())
        .rows(profile.metrics().entrySet());
  }

  private Table findings() {
    return new Table.Columns<Profiler.Finding>()
        .quantity("", finding -> profile.findings().indexOf(finding) + 1)
        .text("finding", Profiler.Finding::name)
        .quantity(
            "may cost", finding -> String.format(Locale.ROOT, "≤ %.0f %%", 100 * finding.share()))
        .text("evidence", Profiler.Finding::message)
        .text("rule", Profiler.Finding::rule)
        .rows(profile.findings());
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }
}

package dev.evokernel.report;

import module java.base;

import dev.evokernel.comparison.SequentialComparison.Comparison;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.Contrast.Relation;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.text.Units;

/**
 * Result of {@code evo gate}, the regression gate.
 *
 * @param subject kernel and device
 * @param challenger the configuration compared with the leaderboard entries
 * @param margin tolerated loss, as a share
 */
public record RegressionGateReport(
    String kernel,
    String subject,
    String challenger,
    double margin,
    List<Line> lines,
    String command)
    implements Report {

  public enum Verdict {
    FINE,
    REGRESSION,
    UNDECIDED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static Verdict of(Contrast contrast) {
      if (contrast.isRegression()) {
        return REGRESSION;
      }
      return contrast.notSlower() ? FINE : UNDECIDED;
    }
  }

  /**
   * Result on one shape.
   *
   * @param measured empty for a rejected candidate
   * @param rejection of the candidate
   * @param sameBinary whether base and candidate have equal binaries
   */
  public record Finding(
      String shape,
      Verdict verdict,
      Optional<Comparison> measured,
      Optional<Rejected> rejection,
      boolean sameBinary) {

    public static Finding of(String shape, Comparison measured, boolean sameBinary) {
      return new Finding(
          shape,
          Verdict.of(measured.contrast()),
          Optional.of(measured),
          Optional.empty(),
          sameBinary);
    }

    public static Finding of(String shape, Rejected rejection) {
      return new Finding(
          shape, Verdict.REGRESSION, Optional.empty(), Optional.of(rejection), false);
    }
  }

  /**
   * Finding on one shape.
   *
   * @param entry the leaderboard entry
   */
  public record Line(Shape shape, LeaderboardEntry entry, Finding finding) {

    private Optional<Comparison> measured() {
      return finding.measured();
    }

    private Verdict verdict() {
      return finding.verdict();
    }

    /** Slowdown of the entry since it was recorded, in per cent. */
    private String drift() {
      return finding
          .measured()
          .map(
              measured ->
                  String.format(
                      Locale.ROOT, "%+.1f %%", 100 * (measured.base().p50() / entry.p50() - 1)))
          .orElse("");
    }

    String sentence(double margin) {
      if (finding.rejection().isPresent()) {
        return rejection(finding.rejection().get());
      }
      Contrast contrast = finding.measured().orElseThrow().contrast();
      return switch (finding.verdict()) {
        case FINE -> "not slower, " + contrast.p50();
        case REGRESSION ->
            contrast.typical() == Relation.SLOWER
                ? "p50 is worse by more than %s: %s, %d processes agree"
                    .formatted(percent(margin), contrast.p50(), contrast.processes())
                : "p90 is worse by more than %s: %s, %d processes agree"
                    .formatted(percent(margin), contrast.p90(), contrast.processes());
        case UNDECIDED ->
            "too noisy to tell within %s after %d processes: %s"
                .formatted(percent(margin), contrast.processes(), contrast.p50());
      };
    }
  }

  public RegressionGateReport {
    lines = List.copyOf(lines);
  }

  /** The worst verdict among the shapes. */
  public Verdict verdict() {
    if (lines.stream().anyMatch(line -> line.verdict() == Verdict.REGRESSION)) {
      return Verdict.REGRESSION;
    }
    return lines.stream().allMatch(line -> line.verdict() == Verdict.FINE)
        ? Verdict.FINE
        : Verdict.UNDECIDED;
  }

  @Override
  public Document document() {
    return Document.framed(
        List.of(subject, challenger),
        List.of(table(), Block.Bullets.of(sentences()), new Block.Summary(conclusion())),
        command,
        data());
  }

  private Data data() {
    var shape =
        new Data.Columns<Line>()
            .add("shape", line -> line.shape().name())
            .add("dimensions", line -> line.shape().plain())
            .add("cache", line -> line.shape().cache().label())
            .add("verdict", line -> line.verdict().label())
            .add("reason", line -> line.sentence(margin))
            .add("entry", line -> line.entry().reference())
            .add("recorded_p50_ns", line -> line.entry().p50())
            .add("recorded_p90_ns", line -> line.entry().p90())
            .addIfPresent(
                "rejection", line -> line.finding().rejection().map(why -> why.reason().label()))
            .addIfPresent("message", line -> line.finding().rejection().map(Rejected::message))
            .addAll("", ComparisonReport.COMPARED, Line::measured)
            .addIfPresent(
                "same_binary", line -> line.measured().map(_ -> line.finding().sameBinary()));
    return new Data.Columns<RegressionGateReport>()
        .add("kernel", RegressionGateReport::kernel)
        .add("subject", RegressionGateReport::subject)
        .add("challenger", RegressionGateReport::challenger)
        .add("verdict", report -> report.verdict().label())
        .add("margin", RegressionGateReport::margin)
        .add("shapes", report -> shape.objects(report.lines()))
        .add("command", RegressionGateReport::command)
        .fields(this);
  }

  /**
   * JUnit's XML: a test suite with a test case for each shape. A regression is a failure, an
   * inconclusive shape is skipped.
   */
  public String junit() {
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="evo gate %s" tests="%d" failures="%d" errors="0" skipped="%d">
        %s  </testsuite>
        </testsuites>
        """
        .formatted(
            xml(kernel),
            lines.size(),
            count(Verdict.REGRESSION),
            count(Verdict.UNDECIDED),
            lines.stream().map(this::testCase).collect(Collectors.joining()));
  }

  private long count(Verdict verdict) {
    return lines.stream().filter(line -> line.verdict() == verdict).count();
  }

  private String testCase(Line line) {
    String message = line.sentence(margin);
    String oneLine = xml(Printable.line(message));
    String details = xml("Against %s.%nAgain: %s".formatted(line.entry().reference(), command));
    return """
            <testcase classname="%s" name="%s">
              %s
            </testcase>
        """
        .formatted(
            xml(kernel),
            xml(line.shape().name()),
            switch (line.verdict()) {
              case FINE -> "<system-out>%s\n%s</system-out>".formatted(xml(message), details);
              case REGRESSION -> "<failure message=\"%s\">%s</failure>".formatted(oneLine, details);
              case UNDECIDED -> "<skipped message=\"%s\"/>".formatted(oneLine);
            });
  }

  /** Escapes text, and replaces characters that XML 1.0 does not allow by U+FFFD. */
  private static String xml(String text) {
    return Html.escaped(
        text.replaceAll("[^\\n\\t\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD"));
  }

  private Table table() {
    return new Table.Columns<Line>()
        .text("shape", Line::shape)
        .text("entry", line -> line.entry().reference())
        .quantity("recorded p50", line -> Units.time(line.entry().p50()))
        .quantity("today", line -> Units.p50(line.measured().map(Comparison::base)))
        .quantity("drift", Line::drift)
        .quantity("now p50", line -> Units.p50(line.measured().map(Comparison::other)))
        .text("speed (CI)", line -> line.measured().map(known -> known.contrast().p50()))
        .text("p90 (CI)", line -> line.measured().map(known -> known.contrast().p90()))
        .text("verdict", line -> line.verdict().label())
        .rows(lines);
  }

  private List<String> sentences() {
    return lines.stream().map(line -> line.shape().name() + ": " + line.sentence(margin)).toList();
  }

  private String conclusion() {
    return switch (verdict()) {
      case FINE -> {
        boolean same = lines.stream().allMatch(line -> line.finding().sameBinary());
        yield "Fine: no regression beyond %s%s."
            .formatted(percent(margin), same ? "; both are the same binary" : "");
      }
      case REGRESSION -> "A regression.";
      case UNDECIDED ->
          "Undecided: the machine is too noisy. Maybe allow more processes (--processes 8), a wider"
              + " margin (--margin 5%), or let nothing else run.";
    };
  }

  private static String rejection(Rejected rejection) {
    return "refused, %s: %s".formatted(Candidate.reasonOf(rejection), rejection.message().strip());
  }

  static String percent(double margin) {
    String number = String.format(Locale.ROOT, "%.2f", 100 * margin).replaceAll("\\.?0+$", "");
    return number + " %";
  }
}

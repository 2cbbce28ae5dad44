package dev.evokernel.lab;

import module java.base;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.lab.RegressionGateStudy.Trial;
import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Plain;
import dev.evokernel.report.RegressionGateReport.Finding;
import dev.evokernel.report.RegressionGateReport.Verdict;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.stats.Wilson;

/**
 * Report of {@code evo bench gate}.
 *
 * @param challenger what is compared with the leaderboard's entries
 * @param slowed share by which the challenger was slowed down; empty if it was not
 */
public record RegressionGateTrialsReport(
    String subject, String challenger, OptionalDouble slowed, List<Trial> trials, String command)
    implements Report {

  public RegressionGateTrialsReport {
    trials = List.copyOf(trials);
  }

  @Override
  public Document document() {
    return Document.framed(
        List.of(subject, challenger),
        List.of(table(), Block.Paragraph.of(sentence())),
        command,
        data());
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("command", command);
    json.put("challenger", challenger);
    slowed.ifPresent(share -> json.put("slowed", share));
    json.put("trials", trials.size());
    for (Verdict verdict : Verdict.values()) {
      json.put(verdict.label(), Plain.of(gates(verdict)));
    }
    json.put("seconds", trials.stream().map(trial -> trial.time().toMillis() / 1000.0).toList());
    json.put("processes", trials.stream().map(Trial::processes).toList());
    json.put("shapes", shapes().stream().map(this::plain).toList());
    return Data.Fields.of(json);
  }

  private Map<String, Object> plain(String shape) {
    var json = new LinkedHashMap<String, Object>();
    json.put("shape", shape);
    for (Verdict verdict : Verdict.values()) {
      json.put(verdict.label(), Plain.of(of(shape, verdict)));
    }
    json.put("p50_speeds", speeds(shape));
    return json;
  }

  private Table table() {
    var table =
        Table.builder()
            .text("shape")
            .quantity("fine", "regression", "undecided", "median speed", "lowest", "highest");
    for (String shape : shapes()) {
      double[] speeds = speeds(shape).stream().mapToDouble(Double::doubleValue).sorted().toArray();
      table.row(
          shape,
          Long.toString(of(shape, Verdict.FINE).hits()),
          Long.toString(of(shape, Verdict.REGRESSION).hits()),
          Long.toString(of(shape, Verdict.UNDECIDED).hits()),
          speed(speeds, speeds.length / 2),
          speed(speeds, 0),
          speed(speeds, speeds.length - 1));
    }
    return table.build();
  }

  private static String speed(double[] sorted, int index) {
    return sorted.length == 0 ? "" : String.format(Locale.ROOT, "%.4f×", sorted[index]);
  }

  private String sentence() {
    long[] millis = trials.stream().mapToLong(trial -> trial.time().toMillis()).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "%s: %s. Undecided: %s. A gate took %.1f s (median) and %.1f processes (mean).",
        slowed.isPresent() ? "Detected" : "False alarms",
        gates(Verdict.REGRESSION),
        gates(Verdict.UNDECIDED),
        millis[millis.length / 2] / 1000.0,
        trials.stream().mapToInt(Trial::processes).average().orElse(0));
  }

  private Wilson gates(Verdict verdict) {
    return Wilson.of(
        trials.stream().filter(trial -> trial.verdict() == verdict).count(), trials.size());
  }

  private Wilson of(String shape, Verdict verdict) {
    return Wilson.of(
        all(shape).stream().filter(finding -> finding.verdict() == verdict).count(), trials.size());
  }

  private List<Double> speeds(String shape) {
    var speeds = new ArrayList<Double>();
    for (Finding finding : all(shape)) {
      finding
          .measured()
          .map(SequentialComparison.Comparison::contrast)
          .ifPresent(contrast -> speeds.add(contrast.p50().ratio()));
    }
    return speeds;
  }

  private List<Finding> all(String shape) {
    return trials.stream()
        .flatMap(trial -> trial.findings().stream())
        .filter(finding -> finding.shape().equals(shape))
        .toList();
  }

  private List<String> shapes() {
    return trials.getFirst().findings().stream().map(Finding::shape).toList();
  }
}

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
record RegressionGateTrialsReport(
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
    var shape = new Data.Columns<String>().add("shape", name -> name);
    var gates = new Data.Columns<RegressionGateTrialsReport>();
    gates.add("subject", RegressionGateTrialsReport::subject);
    gates.add("command", RegressionGateTrialsReport::command);
    gates.add("challenger", RegressionGateTrialsReport::challenger);
    gates.addIfPresent("slowed", report -> report.slowed.stream().boxed().findFirst());
    gates.add("trials", report -> report.trials.size());
    for (Verdict verdict : Verdict.values()) {
      shape.add(verdict.label(), name -> Plain.of(of(name, verdict)));
      gates.add(verdict.label(), _ -> Plain.of(gates(verdict)));
    }
    shape.add("p50_speeds", this::speeds);
    return gates
        .add(
            "seconds", _ -> trials.stream().map(trial -> trial.time().toMillis() / 1000.0).toList())
        .add("processes", _ -> trials.stream().map(Trial::processes).toList())
        .add("shapes", _ -> shape.objects(shapes()))
        .fields(this);
  }

  private Table table() {
    return new Table.Columns<String>()
        .text("shape", shape -> shape)
        .quantity("fine", shape -> of(shape, Verdict.FINE).hits())
        .quantity("regression", shape -> of(shape, Verdict.REGRESSION).hits())
        .quantity("undecided", shape -> of(shape, Verdict.UNDECIDED).hits())
        .quantity("median speed", shape -> speed(shape, count -> count / 2))
        .quantity("lowest", shape -> speed(shape, _ -> 0))
        .quantity("highest", shape -> speed(shape, count -> count - 1))
        .rows(shapes());
  }

  /** A speed-up of the challenger on a shape, by its place among those of all gates. */
  private String speed(String shape, IntUnaryOperator place) {
    double[] sorted = speeds(shape).stream().mapToDouble(speed -> speed).sorted().toArray();
    return sorted.length == 0
        ? ""
        : String.format(Locale.ROOT, "%.4f×", sorted[place.applyAsInt(sorted.length)]);
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

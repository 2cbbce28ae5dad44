package dev.evokernel.bench;

import dev.evokernel.comparison.RegressionCheck.Finding;
import dev.evokernel.comparison.RegressionCheck.Verdict;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.report.Json;
import dev.evokernel.report.ReportFrame;
import dev.evokernel.report.TextTable;
import dev.evokernel.stats.Wilson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What {@code evo bench gate} found out.
 *
 * @param subject kernel and device, for people
 * @param challenger what was held against the entries
 * @param slowed by how much the challenger was made slower; empty where it is as it is
 * @param trials one list of findings for each gate
 * @param times what each gate took
 * @param processes fresh device processes of each gate
 * @param command that repeats it
 */
public record RegressionGateTrialsReport(
    String subject,
    String challenger,
    OptionalDouble slowed,
    List<List<Finding>> trials,
    List<Duration> times,
    List<Integer> processes,
    String command) {

  public RegressionGateTrialsReport {
    trials = List.copyOf(trials);
    times = List.copyOf(times);
    processes = List.copyOf(processes);
  }

  public String text() {
    return frame().text(List.of(table().text("  "), sentence()));
  }

  public String markdown() {
    return frame().markdown(List.of(table().markdown(), sentence()));
  }

  public String json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("challenger", challenger);
    slowed.ifPresent(share -> json.put("slowed", share));
    json.put("trials", trials.size());
    for (Verdict verdict : Verdict.values()) {
      json.put(verdict.label(), Json.plain(gates(verdict)));
    }
    json.put("seconds", times.stream().map(time -> time.toMillis() / 1000.0).toList());
    json.put("processes", processes);
    json.put("shapes", shapes().stream().map(this::plain).toList());
    return frame().json(json);
  }

  private ReportFrame frame() {
    return new ReportFrame(subject, challenger, command);
  }

  private Map<String, Object> plain(String shape) {
    var json = new LinkedHashMap<String, Object>();
    json.put("shape", shape);
    for (Verdict verdict : Verdict.values()) {
      json.put(verdict.label(), Json.plain(of(shape, verdict)));
    }
    json.put("p50_speeds", speeds(shape));
    return json;
  }

  private TextTable table() {
    var table =
        new TextTable()
            .left("shape")
            .right("fine")
            .right("regression")
            .right("undecided")
            .right("median speed")
            .right("lowest")
            .right("highest");
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
    return table;
  }

  private static String speed(double[] sorted, int index) {
    return sorted.length == 0 ? "" : String.format(Locale.ROOT, "%.4f×", sorted[index]);
  }

  private String sentence() {
    var seconds = times.stream().mapToLong(Duration::toMillis).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "%s: %s. Undecided: %s. One gate took %.1f s in the median, with %.1f processes on"
            + " average.",
        slowed.isPresent() ? "Found" : "False alarms",
        gates(Verdict.REGRESSION),
        gates(Verdict.UNDECIDED),
        seconds[seconds.length / 2] / 1000.0,
        processes.stream().mapToInt(Integer::intValue).average().orElse(0));
  }

  private Wilson gates(Verdict verdict) {
    long hits =
        trials.stream()
            .filter(
                findings ->
                    switch (verdict) {
                      case FINE -> findings.stream().allMatch(one -> one.verdict() == Verdict.FINE);
                      case REGRESSION -> hasRegression(findings);
                      case UNDECIDED ->
                          !hasRegression(findings)
                              && findings.stream()
                                  .anyMatch(one -> one.verdict() == Verdict.UNDECIDED);
                    })
            .count();
    return Wilson.of(hits, trials.size());
  }

  private static boolean hasRegression(List<Finding> findings) {
    return findings.stream().anyMatch(one -> one.verdict() == Verdict.REGRESSION);
  }

  private Wilson of(String shape, Verdict verdict) {
    return Wilson.of(
        all(shape).stream().filter(one -> one.verdict() == verdict).count(), trials.size());
  }

  private List<Double> speeds(String shape) {
    var speeds = new ArrayList<Double>();
    for (Finding finding : all(shape)) {
      finding
          .measured()
          .map(SequentialComparison.Comparison::contrast)
          .ifPresent(one -> speeds.add(one.p50().ratio()));
    }
    return speeds;
  }

  private List<Finding> all(String shape) {
    return trials.stream()
        .flatMap(List::stream)
        .filter(finding -> finding.shape().equals(shape))
        .toList();
  }

  private List<String> shapes() {
    return trials.getFirst().stream().map(Finding::shape).toList();
  }
}

package dev.evokernel.report;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.Role;
import dev.evokernel.store.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@code evo baseline} found out.
 *
 * @param subject for example {@code gemm on cuda:0 (NVIDIA H200)}
 * @param how where the numbers come from
 * @param workloads the shapes, in their order
 * @param readings one for each baseline and shape
 * @param standings the leaderboard's, of this kernel and device; they were measured on another
 *     occasion
 * @param command that repeats it
 */
public record BaselineReport(
    String subject,
    String how,
    List<Workload> workloads,
    List<BaselineReading> readings,
    List<LeaderboardEntry> standings,
    String command) {

  public BaselineReport {
    workloads = List.copyOf(workloads);
    readings = List.copyOf(readings);
    standings = List.copyOf(standings);
  }

  public String text() {
    return subject
        + "\n"
        + how
        + "\n\n"
        + table().text("  ")
        + "\n"
        + libraries("  ")
        + (legend().isEmpty() ? "" : "\n" + legend())
        + "\nAgain:  "
        + command
        + "\n";
  }

  public String markdown() {
    return subject
        + "  \n"
        + how
        + "\n\n"
        + table().markdown()
        + "\n"
        + libraries("- ")
        + (legend().isEmpty() ? "" : "\n" + legend())
        + "\n```sh\n"
        + command
        + "\n```\n";
  }

  public String json() {
    var shapes = new ArrayList<Map<String, @Nullable Object>>();
    for (Workload workload : workloads) {
      var shape = new LinkedHashMap<String, @Nullable Object>();
      shape.put("shape", workload.shape().name());
      shape.put("dimensions", workload.shape().dimensions());
      shape.put(
          "fastest",
          BaselineFacts.fastest(readings, workload.shape().name())
              .map(BaselineReading::baseline)
              .orElse(null));
      shape.put("default_p50_ns", recorded(workload, Role.DEFAULT).orElse(null));
      shape.put("champion_p50_ns", recorded(workload, Role.CHAMPION).orElse(null));
      shape.put(
          "baselines",
          readings(workload).stream()
              .map(one -> BaselineFacts.json(one, workload.flops()))
              .toList());
      shapes.add(shape);
    }
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("how", how);
    json.put("shapes", shapes);
    json.put("command", command);
    return Json.indented(json);
  }

  private TextTable table() {
    var table =
        new TextTable()
            .left("shape")
            .left("baseline")
            .right("p50")
            .right("p90")
            .right("")
            .right("default")
            .right("champion")
            .left("");
    for (Workload workload : workloads) {
      Optional<BaselineReading> fastest = BaselineFacts.fastest(readings, workload.shape().name());
      for (BaselineReading reading : readings(workload)) {
        Optional<Samples> samples = BaselineFacts.samples(reading);
        boolean counts = reading.isRight();
        table.row(
            workload.shape().toString(),
            reading.baseline(),
            samples.map(one -> Units.time(one.p50())).orElse(""),
            samples.map(one -> Units.time(one.p90())).orElse(""),
            samples.map(one -> Units.rate(workload, one.p50())).orElse(""),
            counts ? relative(samples, recorded(workload, Role.DEFAULT)) : "",
            counts ? relative(samples, recorded(workload, Role.CHAMPION)) : "",
            fastest.filter(reading::equals).isPresent() ? "fastest" : BaselineFacts.note(reading));
      }
    }
    return table;
  }

  private List<BaselineReading> readings(Workload workload) {
    return readings.stream().filter(one -> one.shape().equals(workload.shape().name())).toList();
  }

  /** The best p50 that finals recorded, in nanoseconds. */
  private Optional<Double> recorded(Workload workload, Role role) {
    return standings.stream()
        .filter(one -> one.workload().shape().equals(workload.shape()))
        .filter(one -> one.role().filter(role::equals).isPresent())
        .map(LeaderboardEntry::p50)
        .min(Double::compare);
  }

  private static String relative(Optional<Samples> baseline, Optional<Double> ours) {
    return baseline
        .flatMap(theirs -> ours.map(p50 -> String.format(Locale.ROOT, "%.3f×", theirs.p50() / p50)))
        .orElse("");
  }

  private String libraries(String mark) {
    return BaselineFacts.libraries(readings).entrySet().stream()
        .map(entry -> mark + entry.getKey() + ": " + Printable.line(entry.getValue()) + "\n")
        .collect(Collectors.joining());
  }

  private String legend() {
    return standings.isEmpty()
        ? ""
        : "Default and champion: how many times as fast they are, by their best p50 in any run's"
            + " finals, on another occasion.\n";
  }
}

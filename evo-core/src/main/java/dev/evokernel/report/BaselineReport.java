package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.record.Role;
import dev.evokernel.store.run.LeaderboardEntry;
import dev.evokernel.store.run.Workload;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo baseline}.
 *
 * @param subject for example {@code gemm on cuda:0 (NVIDIA H200)}
 * @param how origin of the numbers
 * @param workloads the shapes, in their order
 * @param readings a reading for each baseline and shape
 * @param standings leaderboard entries of this kernel and device, from earlier runs
 */
public record BaselineReport(
    String subject,
    String how,
    List<Workload> workloads,
    List<BaselineReading> readings,
    List<LeaderboardEntry> standings,
    String command)
    implements Report {

  private static final String LEGEND =
      "Columns default and champion: speed-up over the baseline, from the best p50 in the finals of"
          + " earlier runs.";

  public BaselineReport {
    workloads = List.copyOf(workloads);
    readings = List.copyOf(readings);
    standings = List.copyOf(standings);
  }

  @Override
  public Document document() {
    var findings = new ArrayList<Block>();
    findings.add(table());
    findings.add(Block.Bullets.of(BaselineSection.libraryLines(readings)));
    if (!standings.isEmpty()) {
      findings.add(Block.Paragraph.of(LEGEND));
    }
    return Document.framed(List.of(subject, how), findings, command, data());
  }

  private Data data() {
    var shapes = new ArrayList<Map<String, @Nullable Object>>();
    for (Workload workload : workloads) {
      var shape = new LinkedHashMap<String, @Nullable Object>();
      shape.put("shape", workload.shape().name());
      shape.put("dimensions", workload.shape().plain());
      shape.put(
          "fastest",
          BaselineSection.fastest(readings, workload.shape().name())
              .map(BaselineReading::baseline)
              .orElse(null));
      shape.put("default_p50_ns", recorded(workload, Role.DEFAULT).orElse(null));
      shape.put("champion_p50_ns", recorded(workload, Role.CHAMPION).orElse(null));
      shape.put(
          "baselines",
          readings(workload).stream()
              .map(reading -> BaselineSection.json(reading, workload.flops()))
              .toList());
      shapes.add(shape);
    }
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("how", how);
    json.put("shapes", shapes);
    json.put("command", command);
    return Data.Fields.of(json);
  }

  private Table table() {
    var table =
        Table.builder()
            .text("shape", "baseline")
            .quantity("p50", "p90", "", "default", "champion")
            .text("");
    for (Workload workload : workloads) {
      Optional<BaselineReading> fastest =
          BaselineSection.fastest(readings, workload.shape().name());
      for (BaselineReading reading : readings(workload)) {
        Optional<Samples> samples = BaselineSection.samples(reading);
        boolean counts = reading.isRight();
        table.row(
            workload.shape().toString(),
            reading.baseline(),
            Units.p50(samples),
            Units.p90(samples),
            Units.rate(workload, samples),
            counts ? relative(samples, recorded(workload, Role.DEFAULT)) : "",
            counts ? relative(samples, recorded(workload, Role.CHAMPION)) : "",
            fastest.filter(reading::equals).isPresent()
                ? "fastest"
                : BaselineSection.note(reading));
      }
    }
    return table.build();
  }

  private List<BaselineReading> readings(Workload workload) {
    String shape = workload.shape().name();
    return readings.stream().filter(reading -> reading.shape().equals(shape)).toList();
  }

  private Optional<Double> recorded(Workload workload, Role role) {
    return standings.stream()
        .filter(entry -> entry.workload().shape().equals(workload.shape()))
        .filter(entry -> entry.role().filter(role::equals).isPresent())
        .map(LeaderboardEntry::p50)
        .min(Double::compare);
  }

  private static String relative(Optional<Samples> baseline, Optional<Double> ours) {
    return baseline.flatMap(theirs -> ours.map(p50 -> Units.factor(theirs.p50() / p50))).orElse("");
  }
}

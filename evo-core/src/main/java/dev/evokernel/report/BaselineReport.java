package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.Role;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Units;

/**
 * Result of {@code evo baseline}.
 *
 * @param subject for example {@code gemm on cuda:0 (NVIDIA H200)}
 * @param how origin of the numbers
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
    var shape =
        new Data.Columns<Workload>()
            .add("shape", workload -> workload.shape().name())
            .add("dimensions", workload -> workload.shape().plain())
            .add(
                "fastest",
                workload ->
                    BaselineSection.fastest(readings, workload.shape().name())
                        .map(BaselineReading::baseline))
            .add("default_p50_ns", workload -> recorded(workload, Role.DEFAULT))
            .add("champion_p50_ns", workload -> recorded(workload, Role.CHAMPION))
            .add("baselines", workload -> BaselineSection.json(readings(workload), workload));
    return new Data.Columns<BaselineReport>()
        .add("subject", BaselineReport::subject)
        .add("how", BaselineReport::how)
        .add("shapes", report -> shape.objects(report.workloads()))
        .add("command", BaselineReport::command)
        .fields(this);
  }

  private Table table() {
    return new Table.Columns<Row>()
        .text("shape", row -> row.workload().shape())
        .text("baseline", row -> row.reading().baseline())
        .quantity("p50", row -> Units.p50(row.samples()))
        .quantity("p90", row -> Units.p90(row.samples()))
        .quantity("", row -> row.workload().rate(row.samples()))
        .quantity("default", row -> relative(row, Role.DEFAULT))
        .quantity("champion", row -> relative(row, Role.CHAMPION))
        .text("", row -> isFastest(row) ? "fastest" : BaselineSection.note(row.reading()))
        .rows(
            workloads.stream()
                .flatMap(work -> readings(work).stream().map(reading -> new Row(work, reading)))
                .toList());
  }

  private record Row(Workload workload, BaselineReading reading) {
    Optional<Samples> samples() {
      return BaselineSection.samples(reading);
    }
  }

  private boolean isFastest(Row row) {
    return BaselineSection.fastest(readings, row.workload().shape().name())
        .filter(row.reading()::equals)
        .isPresent();
  }

  private Optional<String> relative(Row row, Role role) {
    return row.samples()
        .filter(_ -> row.reading().isRight())
        .flatMap(
            theirs ->
                recorded(row.workload(), role).map(ours -> Units.factor(theirs.p50() / ours)));
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
}

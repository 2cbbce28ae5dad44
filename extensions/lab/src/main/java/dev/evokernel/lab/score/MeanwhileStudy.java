package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.lab.score.record.Cores;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Score;
import dev.evokernel.lab.score.record.Scores;
import dev.evokernel.lab.score.record.Scoring;
import dev.evokernel.lab.score.record.TimeToTarget;
import dev.evokernel.lab.score.record.Trace;
import dev.evokernel.lab.score.record.TraceFiles;
import dev.evokernel.lab.score.record.Transfer;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Report of concurrent searches of one kernel on several devices that take over each other's best,
 * compared with separate searches with the same random seeds.
 *
 * @param rows one for each recording
 * @param runs on each recording
 */
public record MeanwhileStudy(List<Row> rows, int runs) implements Report {

  /** Distance of the target above the optimum, as a share of the optimum. */
  private static final double WITHIN = 0.05;

  /**
   * Searches of one recording.
   *
   * @param alone evaluations to the target, separate searches
   * @param together evaluations to the target, concurrent searches
   * @param evals difference in score over evaluations, concurrent less separate
   * @param seconds difference in score over seconds, concurrent less separate
   */
  record Row(String space, TimeToTarget alone, TimeToTarget together, Score evals, Score seconds) {

    Score ratio() {
      return together.logarithmOfRatio(alone);
    }
  }

  public MeanwhileStudy {
    rows = List.copyOf(rows);
  }

  /**
   * Searches each recording separately, and all recordings of each kernel concurrently.
   *
   * @throws BadInputException if no two recordings are of one kernel
   */
  public static MeanwhileStudy of(
      RepeatedRuns runs, int inFlight, List<RecordedSpace> spaces, TraceFiles files, Cores cores)
      throws InterruptedException {
    List<List<RecordedSpace>> kernels = Transfer.kernels(spaces);
    if (kernels.isEmpty()) {
      throw Transfer.noPair(spaces.size());
    }
    Strategy strategy = Strategies.named(Strategies.names().getFirst(), inFlight);
    Map<String, Scoring> scorings = Tournament.scorings(spaces, cores);
    var rows = new ArrayList<Row>();
    for (List<RecordedSpace> kernel : kernels) {
      List<List<Trace>> together = runs.together(kernel, inFlight);
      for (int i = 0; i < kernel.size(); i++) {
        RecordedSpace space = kernel.get(i);
        List<Trace> alone = runs.hold(strategy, space, List.of());
        files.write("alone", space, alone);
        files.write("together", space, together.get(i));
        Scoring scoring = Objects.requireNonNull(scorings.get(space.name()));
        rows.add(row(space, scoring, alone, together.get(i), runs.budgetFactor()));
      }
    }
    return new MeanwhileStudy(rows, runs.repeats());
  }

  private static Row row(
      RecordedSpace space,
      Scoring scoring,
      List<Trace> alone,
      List<Trace> together,
      int budgetFactor) {
    Scores before = scoring.of(alone);
    Scores after = scoring.of(together);
    return new Row(
        space.name(),
        TimeToTarget.of(alone, space.yardstick(), WITHIN, budgetFactor),
        TimeToTarget.of(together, space.yardstick(), WITHIN, budgetFactor),
        after.evaluations().minus(before.evaluations()),
        after.replayed().minus(before.replayed()));
  }

  @Override
  public Document document() {
    var table =
        Table.builder()
            .text("space")
            .quantity(
                "budget",
                "to 5 %, alone",
                "together",
                "ratio (95 % interval)",
                "reached, alone",
                "together",
                "evals, difference",
                "seconds_mc, difference");
    rows.forEach(
        row ->
            table.row(
                row.space(),
                "%,d".formatted(row.alone().budget()),
                "%.0f".formatted(mean(row.alone())),
                "%.0f".formatted(mean(row.together())),
                ratio(row.ratio()),
                share(row.alone()),
                share(row.together()),
                difference(row.evals()),
                difference(row.seconds())));
    table.row(
        "mean",
        "",
        "",
        "",
        ratio(Score.mean(rows.stream().map(Row::ratio).toList())),
        "",
        "",
        difference(Score.mean(rows.stream().map(Row::evals).toList())),
        difference(Score.mean(rows.stream().map(Row::seconds).toList())));
    return new Document(List.of(table.build(), ScoreTables.legend(legend())), data());
  }

  private String legend() {
    return """
    %d runs on each space. To 5 %%: evaluations until a time within 5 %% of the optimum, geometric mean; a run that
    missed the target counts with its budget plus 1. The ratio is taken run by run.
    """
        .formatted(runs);
  }

  private Data data() {
    return Data.Records.of(
        List.of("space", "budget", "alone", "together", "ratio", "evals", "seconds_mc"),
        rows,
        row ->
            List.<Object>of(
                row.space(),
                row.alone().budget(),
                row.alone().evaluations(),
                row.together().evaluations(),
                Math.exp(row.ratio().mean()),
                row.evals().mean(),
                row.seconds().mean()));
  }

  private static double mean(TimeToTarget runs) {
    return runs.budget() * Math.exp(runs.logarithm().mean());
  }

  private static String share(TimeToTarget runs) {
    return "%.0f %%".formatted(100 * runs.reached(1));
  }

  private static String ratio(Score logarithm) {
    return logarithm.text(log -> String.format(Locale.ROOT, "%.2f", Math.exp(log)));
  }

  private static String difference(Score difference) {
    return String.format(Locale.ROOT, "%+.3f ± %.3f", difference.mean(), difference.margin());
  }
}

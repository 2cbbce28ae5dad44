package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Score;
import dev.evokernel.lab.score.record.ScoreCard;
import dev.evokernel.lab.score.record.Scores;
import dev.evokernel.lab.score.record.TraceComparison;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.AtomicFile;

/**
 * Report of the scores: a table for each strategy, the comparisons with other traces, and the costs
 * of the search itself.
 *
 * @param comparisons with other sets of traces; may be empty
 * @param longRuns results over several budgets; empty if a run had one budget
 * @param efforts proposal costs of each strategy by its name; empty if the searches were not run
 *     here
 * @param comparisonsOnly whether the tables show the comparisons only; the data contain everything
 */
public record ScoreTables(
    Tournament tournament,
    List<TraceComparison> comparisons,
    Optional<LongRuns> longRuns,
    Map<String, List<ProposalCost>> efforts,
    Peers peers,
    boolean comparisonsOnly)
    implements Report {

  private static final String LEGEND =
      """
      0 is random search, 1 is the optimum at once; ± is one standard error over the runs.
      seconds_mc: over the budget in seconds, against replayed random search; quote this one.
      evals: over the budget in evaluations. seconds: against random search calculated from the mean cost.
      """;

  public ScoreTables {
    comparisons = List.copyOf(comparisons);
    efforts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(efforts));
  }

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    if (!comparisonsOnly) {
      tournament.cards().forEach(card -> blocks.addAll(card(card)));
      blocks.add(legend(LEGEND));
    }
    comparisons.forEach(comparison -> blocks.addAll(comparison(comparison)));
    longRuns.ifPresent(runs -> blocks.addAll(runs.blocks()));
    if (!comparisonsOnly && !efforts.isEmpty()) {
      blocks.add(new Block.Heading(3, "Cost of the search itself"));
      blocks.add(costs());
    }
    return new Document(blocks, ScoreData.of(this));
  }

  /** Writes {@code scores.json}, {@code scores.md} and {@code chart.html}. */
  public void write(Path folder) {
    AtomicFile.write(folder.resolve("scores.json"), json());
    AtomicFile.write(folder.resolve("scores.md"), markdown());
    AtomicFile.write(folder.resolve("chart.html"), new Chart(tournament).html());
  }

  static Block legend(String lines) {
    return new Block.Together(lines.lines().map(line -> (Block) Block.Paragraph.of(line)).toList());
  }

  private List<Block> card(ScoreCard card) {
    var table =
        Table.builder()
            .text("space")
            .quantity("budget", "budget s", "seconds_mc", "evals", "seconds", "optimum found")
            .text("best peer, seconds_mc", "best peer, evals");
    for (RecordedSpace space : tournament.spaces()) {
      Scores scores = card.scores().get(space.name());
      if (scores != null) {
        String budget = "%,d".formatted(space.yardstick().evaluations());
        String seconds = "%,.0f".formatted(space.yardstick().seconds());
        table.row(row(space.name(), budget, seconds, scores, List.of(space.name())));
      }
    }
    card.groups()
        .forEach(
            (group, members) -> {
              if (members.size() > 1) {
                String name = "%s (%d spaces)".formatted(group, members.size());
                table.row(row(name, "", "", card.mean(group), members));
              }
            });
    Scores all = card.mean(ScoreCard.ALL);
    var shown = new ArrayList<Block>();
    shown.add(table.build());
    if (all.shortRuns() > 0) {
      shown.add(
          Block.Paragraph.of(
              "%d runs ended before a budget was spent; their last best counts until its end."
                  .formatted(all.shortRuns())));
    }
    return List.of(
        new Block.Heading(3, "%s, %d runs on each space".formatted(card.strategy(), all.runs())),
        new Block.Together(shown));
  }

  private String[] row(
      String name, String budget, String seconds, Scores scores, List<String> spaces) {
    return new String[] {
      name,
      budget,
      seconds,
      score(scores.replayed()),
      score(scores.evaluations()),
      score(scores.seconds()),
      "%.0f %%".formatted(100 * scores.optimumFound()),
      peer(spaces, "seconds_mc"),
      peer(spaces, "evals")
    };
  }

  private List<Block> comparison(TraceComparison comparison) {
    var table =
        Table.builder()
            .text("space")
            .quantity(
                "seconds_mc",
                "theirs",
                "difference (95 % interval)",
                "evals",
                "theirs",
                "difference (95 % interval)");
    for (TraceComparison.Row row : comparison.rows()) {
      table.row(
          row.where(),
          number(row.ours().replayed().mean()),
          number(row.theirs().replayed().mean()),
          row.seconds().text(ScoreTables::signed),
          number(row.ours().evaluations().mean()),
          number(row.theirs().evaluations().mean()),
          row.evaluations().text(ScoreTables::signed));
    }
    return List.of(
        new Block.Heading(3, "%s less %s".formatted(comparison.ours(), comparison.theirs())),
        table.build());
  }

  private Table costs() {
    var table = Table.builder().text("strategy", "evaluations: ms per proposal");
    efforts.forEach(
        (strategy, stages) ->
            table.row(
                strategy,
                stages.stream()
                    .map(
                        stage ->
                            "%,d: %.3f".formatted(stage.evaluations(), stage.millisPerProposal()))
                    .collect(Collectors.joining("   "))));
    return table.build();
  }

  private String peer(List<String> spaces, String column) {
    Optional<Peers.Best> best = peers.best(spaces, column);
    return best.map(peer -> number(peer.score()) + " " + peer.strategy()).orElse("");
  }

  private static String score(Score score) {
    return Double.isNaN(score.standardError())
        ? number(score.mean())
        : number(score.mean()) + " ± " + number(score.standardError());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, "%+.3f", value);
  }
}

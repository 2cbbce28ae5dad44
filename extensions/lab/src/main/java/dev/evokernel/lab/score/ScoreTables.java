package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.lab.score.record.Score;
import dev.evokernel.lab.score.record.ScoreCard;
import dev.evokernel.lab.score.record.Scores;
import dev.evokernel.lab.score.record.TraceComparison;
import dev.evokernel.lab.score.record.Yardstick;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.AtomicFile;

/**
 * Report of the scores: a table for each strategy, the comparisons with other traces, and the costs
 * of the search itself.
 *
 * @param comparisonsOnly whether the tables show the comparisons only; the data contain everything
 */
public record ScoreTables(Results results, boolean comparisonsOnly) implements Report {

  private static final String LEGEND =
      """
      0 is random search, 1 is the optimum at once; ± is one standard error over the runs.
      seconds_mc: over the budget in seconds, against replayed random search; quote this one.
      evals: over the budget in evaluations. seconds: against random search calculated from the mean cost.
      """;

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    if (!comparisonsOnly) {
      results.tournament().cards().forEach(card -> blocks.addAll(card(card)));
      blocks.add(legend(LEGEND));
    }
    results.comparisons().forEach(comparison -> blocks.addAll(comparison(comparison)));
    results.longRuns().ifPresent(runs -> blocks.addAll(runs.blocks()));
    if (!comparisonsOnly && !results.efforts().isEmpty()) {
      blocks.add(new Block.Heading(3, "Cost of the search itself"));
      blocks.add(efforts());
    }
    return new Document(blocks, ScoreData.of(results));
  }

  /** Writes {@code scores.json}, {@code scores.md} and {@code chart.html}. */
  public void write(Path folder) {
    AtomicFile.write(folder.resolve("scores.json"), json());
    AtomicFile.write(folder.resolve("scores.md"), markdown());
    AtomicFile.write(folder.resolve("chart.html"), new Chart(results.tournament()).html());
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
    card.scores().forEach((name, scores) -> table.row(row(name, scores)));
    card.groups()
        .forEach(
            (group, members) -> {
              if (members.size() > 1) {
                table.row(row(card, group, members));
              }
            });
    int runs = card.scores().values().stream().mapToInt(Scores::runs).max().orElse(0);
    int shortRuns = card.scores().values().stream().mapToInt(Scores::shortRuns).sum();
    var shown = new ArrayList<Block>();
    shown.add(table.build());
    if (shortRuns > 0) {
      shown.add(
          Block.Paragraph.of(
              "%d runs ended before a budget was spent; their last best counts until its end."
                  .formatted(shortRuns)));
    }
    return List.of(
        new Block.Heading(3, "%s, %d runs on each space".formatted(card.strategy(), runs)),
        new Block.Together(shown));
  }

  private String[] row(String name, Scores scores) {
    Yardstick yardstick =
        results.tournament().spaces().stream()
            .filter(space -> space.name().equals(name))
            .findFirst()
            .orElseThrow()
            .yardstick();
    return new String[] {
      name,
      "%,d".formatted(yardstick.evaluations()),
      "%,.0f".formatted(yardstick.seconds()),
      score(scores.replayed()),
      score(scores.evaluations()),
      score(scores.seconds()),
      "%.0f %%".formatted(100 * scores.optimumFound()),
      peer(List.of(name), "seconds_mc"),
      peer(List.of(name), "evals")
    };
  }

  private String[] row(ScoreCard card, String group, List<String> members) {
    return new String[] {
      "%s (%d spaces)".formatted(group, members.size()),
      "",
      "",
      score(card.mean(group, Scores::replayed)),
      score(card.mean(group, Scores::evaluations)),
      score(card.mean(group, Scores::seconds)),
      "%.0f %%".formatted(100 * card.optimumFound(group)),
      peer(members, "seconds_mc"),
      peer(members, "evals")
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
          number(row.ourSeconds().mean()),
          number(row.theirSeconds().mean()),
          row.seconds().text(ScoreTables::signed),
          number(row.ourEvaluations().mean()),
          number(row.theirEvaluations().mean()),
          row.evaluations().text(ScoreTables::signed));
    }
    return List.of(
        new Block.Heading(3, "%s less %s".formatted(comparison.ours(), comparison.theirs())),
        table.build());
  }

  private Table efforts() {
    var table = Table.builder().text("strategy", "evaluations: ms per proposal");
    results
        .efforts()
        .forEach(
            (strategy, stages) ->
                table.row(
                    strategy,
                    stages.stream()
                        .map(
                            stage ->
                                "%,d: %.3f"
                                    .formatted(stage.evaluations(), stage.millisPerProposal()))
                        .collect(Collectors.joining("   "))));
    return table.build();
  }

  private String peer(List<String> spaces, String column) {
    Optional<Peers.Best> best = results.peers().best(spaces, column);
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

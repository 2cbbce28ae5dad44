package dev.evokernel.bench;

import dev.evokernel.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Results for people.
 *
 * @param markdown tables as Markdown has them, or else aligned text
 */
public record ScoreTables(Results results, boolean markdown) {

  private static final String LEGEND =
      """
      0 is random search, 1 the optimum at once; ± is one standard error over the runs.
      seconds_mc: over the budget in seconds, against random search replayed; the one to quote.
      evals: over the budget in evaluations. seconds: against random search calculated from the mean cost.
      """;

  /** All tables that there is something to put in. */
  public String text() {
    var text = new StringBuilder();
    results.tournament().cards().forEach(card -> text.append(card(card)));
    text.append(legend(LEGEND));
    text.append(comparisons());
    results.longRuns().ifPresent(runs -> text.append(longRuns(runs)));
    if (!results.efforts().isEmpty()) {
      text.append(efforts());
    }
    return text.toString();
  }

  /** The comparisons alone. */
  public String comparisons() {
    return results.comparisons().stream().map(this::comparison).collect(Collectors.joining());
  }

  private String card(ScoreCard card) {
    var table =
        new TextTable()
            .left("space")
            .right("budget")
            .right("budget s")
            .right("seconds_mc")
            .right("evals")
            .right("seconds")
            .right("optimum found")
            .left("best peer, seconds_mc")
            .left("best peer, evals");
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
    return heading("%s, %d runs on each space".formatted(card.strategy(), runs))
        + print(table)
        + (shortRuns == 0
            ? ""
            : "%d runs ended before a budget was spent; the last best counts on.%n"
                .formatted(shortRuns))
        + "\n";
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

  private String comparison(TraceComparison comparison) {
    var table =
        new TextTable()
            .left("space")
            .right("seconds_mc")
            .right("theirs")
            .right("difference (95 % interval)")
            .right("evals")
            .right("theirs")
            .right("difference (95 % interval)");
    for (TraceComparison.Row row : comparison.rows()) {
      table.row(
          row.where(),
          number(row.ourSeconds().mean()),
          number(row.theirSeconds().mean()),
          difference(row.seconds()),
          number(row.ourEvaluations().mean()),
          number(row.theirEvaluations().mean()),
          difference(row.evaluations()));
    }
    return "\n"
        + heading("%s less %s".formatted(comparison.ours(), comparison.theirs()))
        + print(table);
  }

  private String longRuns(LongRuns runs) {
    return "\n"
        + heading("Runs over up to %d budgets".formatted(runs.budgetFactor()))
        + print(LongRunTable.of(runs))
        + (markdown ? "" : "\n")
        + legend(LongRunTable.LEGEND);
  }

  private String efforts() {
    var table = new TextTable().left("strategy").left("ms per proposal, after so many evaluations");
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
    return "\n" + heading("What the search itself costs") + print(table);
  }

  private String legend(String lines) {
    return markdown ? lines.replace("\n", "\n\n").strip() + "\n" : lines;
  }

  private String heading(String text) {
    return markdown ? "### " + text + "\n\n" : text + "\n\n";
  }

  private String print(TextTable table) {
    return markdown ? table.markdown() + "\n" : table.text("  ");
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

  private static String difference(Score difference) {
    double margin = difference.margin();
    return Double.isNaN(margin)
        ? signed(difference.mean())
        : "%s (%s to %s)"
            .formatted(
                signed(difference.mean()),
                signed(difference.mean() - margin),
                signed(difference.mean() + margin));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String signed(double value) {
    return String.format(Locale.ROOT, "%+.3f", value);
  }
}

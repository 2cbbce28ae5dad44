package dev.evokernel.lab;

import module java.base;

import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.text.AtomicFile;
import org.jspecify.annotations.Nullable;

/**
 * Report of the scores: a table for each strategy, the comparisons with other traces, and the costs
 * of the search itself.
 *
 * @param comparisons with other sets of traces; may be empty
 * @param longRuns results over several budgets; empty if a run had one budget
 * @param efforts proposal costs of each strategy by its name; empty if the searches were not run
 *     here
 */
public record ScoreTables(
    Tournament tournament,
    List<TraceComparison> comparisons,
    Optional<LongRuns> longRuns,
    Map<String, List<ProposalCost>> efforts,
    Peers peers)
    implements Report {

  private static final String LEGEND =
      """
      0 is random search, 1 is the optimum at once; ± is one standard error over the runs.
      seconds_mc: over the budget in seconds, against replayed random search; quote this one.
      evals: over the budget in evaluations. seconds: against random search calculated from the mean cost.
      """;

  public ScoreTables {
    comparisons = List.copyOf(comparisons);
    efforts = Collections.unmodifiableMap(new LinkedHashMap<>(efforts));
  }

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    tournament.cards().forEach(card -> blocks.addAll(card(card)));
    blocks.add(legend(LEGEND));
    comparisons.forEach(comparison -> blocks.addAll(comparison(comparison)));
    longRuns.ifPresent(runs -> blocks.addAll(runs.blocks()));
    if (!efforts.isEmpty()) {
      blocks.add(new Block.Heading(3, "Cost of the search itself"));
      blocks.add(costs());
    }
    return new Document(blocks, data());
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

  /** Content of {@code scores.json}. */
  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    var spaces = new LinkedHashMap<String, Object>();
    tournament.spaces().forEach(space -> spaces.put(space.name(), plain(space)));
    json.put("spaces", spaces);
    var strategies = new LinkedHashMap<String, Object>();
    for (ScoreCard card : tournament.cards()) {
      strategies.put(card.strategy(), plain(card, efforts.get(card.strategy())));
    }
    json.put("strategies", strategies);
    json.put("comparisons", comparisons.stream().map(ScoreTables::plain).toList());
    longRuns.ifPresent(runs -> json.put("long_runs", plain(runs)));
    return Data.Fields.of(json);
  }

  private static Map<String, Object> plain(LongRuns runs) {
    var json = new LinkedHashMap<String, Object>();
    json.put("budget_factor", runs.budgetFactor());
    for (String strategy : runs.strategies()) {
      var perSpace = new LinkedHashMap<String, Object>();
      for (RecordedSpace space : runs.tournament().spaces()) {
        var targets = new LinkedHashMap<String, Object>();
        targets.put("evaluations_to_optimum", runs.on(space, strategy, 0).evaluations());
        targets.put(
            "evaluations_to_1_percent",
            runs.on(space, strategy, LongRuns.ONE_PERCENT).evaluations());
        perSpace.put(space.name(), targets);
      }
      json.put(strategy, perSpace);
    }
    return json;
  }

  private static Map<String, Object> plain(RecordedSpace space) {
    Yardstick yardstick = space.yardstick();
    var json = new LinkedHashMap<String, Object>();
    json.put("path", space.recording().file().toString());
    json.put("device", space.recording().source());
    json.put("size", yardstick.size());
    json.put("valid", yardstick.valid());
    json.put("optimum_ms", yardstick.optimum());
    json.put("median_ms", yardstick.median());
    json.put("mean_cost_seconds", yardstick.meanCost());
    json.put("budget_evals", yardstick.evaluations());
    json.put("budget_seconds", yardstick.seconds());
    json.put("tags", space.tags());
    return json;
  }

  private static Map<String, Object> plain(ScoreCard card, @Nullable List<ProposalCost> efforts) {
    var perSpace = new LinkedHashMap<String, Object>();
    card.scores()
        .forEach(
            (name, scores) -> {
              var json = new LinkedHashMap<String, Object>();
              put(json, scores);
              json.put("seconds_optimum_found", scores.optimumFound());
              json.put("runs", scores.runs());
              json.put("short_runs", scores.shortRuns());
              perSpace.put(name, json);
            });
    var aggregate = new LinkedHashMap<String, Object>();
    card.groups()
        .forEach(
            (group, members) -> {
              var json = new LinkedHashMap<String, Object>();
              json.put("spaces", members.size());
              put(json, card.mean(group));
              aggregate.put(group, json);
            });
    var json = new LinkedHashMap<String, Object>();
    json.put("per_space", perSpace);
    json.put("aggregate", aggregate);
    if (efforts != null) {
      var effort = new LinkedHashMap<String, Object>();
      efforts.forEach(
          stage -> effort.put(String.valueOf(stage.evaluations()), stage.millisPerProposal()));
      json.put("ms_per_proposal", effort);
    }
    return json;
  }

  private static void put(Map<String, @Nullable Object> json, Scores scores) {
    put(json, "seconds", scores.seconds());
    put(json, "seconds_mc", scores.replayed());
    put(json, "evals", scores.evaluations());
  }

  private static void put(Map<String, @Nullable Object> json, String column, Score score) {
    json.put(column, score.mean());
    json.put(column + "_se", finite(score.standardError()));
  }

  private static Map<String, Object> plain(TraceComparison comparison) {
    var json = new LinkedHashMap<String, Object>();
    json.put("ours", comparison.ours());
    json.put("theirs", comparison.theirs());
    var rows = new LinkedHashMap<String, Object>();
    for (TraceComparison.Row row : comparison.rows()) {
      var differences = new LinkedHashMap<String, @Nullable Object>();
      put(differences, "seconds_mc", row.seconds());
      differences.put("seconds_mc_margin95", finite(row.seconds().margin()));
      put(differences, "evals", row.evaluations());
      differences.put("evals_margin95", finite(row.evaluations().margin()));
      rows.put(row.where(), differences);
    }
    json.put("differences", rows);
    return json;
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}

package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.lab.Scoring.Scores;
import dev.evokernel.lab.Tournament.ScoreCard;
import dev.evokernel.lab.Tournament.TraceComparison;
import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.JsonRenderer;
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
record ScoreTables(
    Tournament tournament,
    List<TraceComparison> comparisons,
    Optional<LongRuns> longRuns,
    Map<String, List<RepeatedRuns.ProposalCost>> efforts,
    BenchSpaces.Peers peers)
    implements Report {

  private static final String LEGEND =
      """
      0 is random search, 1 is the optimum at once; ± is one standard error over the runs.
      seconds_mc: over the budget in seconds, against replayed random search; quote this one.
      evals: over the budget in evaluations. seconds: against random search calculated from the mean cost.
      """;

  private static final Data.Columns<RecordedSpace> SPACE =
      new Data.Columns<RecordedSpace>()
          .add("path", space -> space.recording().file().toString())
          .add("device", space -> space.recording().source())
          .add("size", space -> space.yardstick().size())
          .add("valid", space -> space.yardstick().valid())
          .add("optimum_ms", space -> space.yardstick().optimum())
          .add("median_ms", space -> space.yardstick().median())
          .add("mean_cost_seconds", space -> space.yardstick().meanCost())
          .add("budget_evals", space -> space.yardstick().evaluations())
          .add("budget_seconds", space -> space.yardstick().seconds())
          .add("tags", RecordedSpace::tags);

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
    return List.of(
        new Block.Heading(3, "%s less %s".formatted(comparison.ours(), comparison.theirs())),
        new Table.Columns<TraceComparison.Row>()
            .text("space", TraceComparison.Row::where)
            .quantity("seconds_mc", row -> number(row.ours().replayed().mean()))
            .quantity("theirs", row -> number(row.theirs().replayed().mean()))
            .quantity("difference (95 % interval)", row -> row.seconds().text(ScoreTables::signed))
            .quantity("evals", row -> number(row.ours().evaluations().mean()))
            .quantity("theirs", row -> number(row.theirs().evaluations().mean()))
            .quantity(
                "difference (95 % interval)", row -> row.evaluations().text(ScoreTables::signed))
            .rows(comparison.rows()));
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
    Optional<BenchSpaces.Peers.Best> best = peers.best(spaces, column);
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
    return new Data.Columns<ScoreTables>()
        .add("spaces", _ -> byName(tournament.spaces(), RecordedSpace::name, SPACE::object))
        .add("strategies", _ -> byName(tournament.cards(), ScoreCard::strategy, this::plain))
        .add("comparisons", _ -> comparisons.stream().map(ScoreTables::plain).toList())
        .addIfPresent("long_runs", _ -> longRuns.map(ScoreTables::plain))
        .fields(this);
  }

  private static <E> SequencedMap<String, Object> byName(
      Collection<E> all, Function<E, String> name, Function<E, Object> value) {
    var values = new LinkedHashMap<String, Object>();
    all.forEach(each -> values.put(name.apply(each), value.apply(each)));
    return values;
  }

  private static Map<String, Object> plain(LongRuns runs) {
    var json = new LinkedHashMap<String, Object>();
    json.put("budget_factor", runs.budgetFactor());
    for (String strategy : runs.strategies()) {
      var targets =
          new Data.Columns<RecordedSpace>()
              .add("evaluations_to_optimum", on -> runs.on(on, strategy, 0).evaluations())
              .add(
                  "evaluations_to_1_percent",
                  on -> runs.on(on, strategy, LongRuns.ONE_PERCENT).evaluations());
      json.put(strategy, byName(runs.tournament().spaces(), RecordedSpace::name, targets::object));
    }
    return json;
  }

  private Map<String, @Nullable Object> plain(ScoreCard card) {
    var onSpace =
        scores(new Data.Columns<>())
            .add("seconds_optimum_found", Scores::optimumFound)
            .add("runs", Scores::runs)
            .add("short_runs", Scores::shortRuns);
    return new Data.Columns<ScoreCard>()
        .add(
            "per_space",
            each ->
                byName(
                    each.scores().entrySet(),
                    Map.Entry::getKey,
                    scores -> onSpace.object(scores.getValue())))
        .add(
            "aggregate",
            each ->
                byName(
                    each.groups().entrySet(),
                    Map.Entry::getKey,
                    group ->
                        scores(
                                new Data.Columns<Scores>()
                                    .add("spaces", _ -> group.getValue().size()))
                            .object(each.mean(group.getKey()))))
        .addIfPresent(
            "ms_per_proposal",
            each ->
                Optional.ofNullable(efforts.get(each.strategy()))
                    .map(
                        stages ->
                            byName(
                                stages,
                                stage -> String.valueOf(stage.evaluations()),
                                RepeatedRuns.ProposalCost::millisPerProposal)))
        .object(card);
  }

  private static Data.Columns<Scores> scores(Data.Columns<Scores> columns) {
    return columns
        .addAll("seconds", score(), scores -> Optional.of(scores.seconds()))
        .addAll("seconds_mc", score(), scores -> Optional.of(scores.replayed()))
        .addAll("evals", score(), scores -> Optional.of(scores.evaluations()));
  }

  private static Data.Columns<Score> score() {
    return new Data.Columns<Score>()
        .add("", Score::mean)
        .add("_se", score -> finite(score.standardError()));
  }

  private static Map<String, @Nullable Object> plain(TraceComparison comparison) {
    var score = score().add("_margin95", each -> finite(each.margin()));
    var difference =
        new Data.Columns<TraceComparison.Row>()
            .addAll("seconds_mc", score, row -> Optional.of(row.seconds()))
            .addAll("evals", score, row -> Optional.of(row.evaluations()));
    return new Data.Columns<TraceComparison>()
        .add("ours", TraceComparison::ours)
        .add("theirs", TraceComparison::theirs)
        .add(
            "differences",
            each -> byName(each.rows(), TraceComparison.Row::where, difference::object))
        .object(comparison);
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /**
   * HTML page with a small chart for each space, without external resources. The horizontal axis is
   * the time of tuning up to the budget in seconds. The vertical axis is the mean slowdown of the
   * best so far against the optimum, on a logarithmic scale. A script of the page draws the data.
   */
  record Chart(Tournament tournament) {

    String html() {
      var names = new ArrayList<>(List.of("random search, calculated"));
      tournament.cards().forEach(card -> names.add(card.strategy()));
      var json = new LinkedHashMap<String, Object>();
      json.put("strategies", names);
      json.put("spaces", tournament.spaces().stream().flatMap(this::plain).toList());
      return ShippedText.of(Chart.class, "chart.html")
          .replace("@DATA@", JsonRenderer.compact(json).replace("<", "\\u003c"));
    }

    /** Lines of a space; empty for a space without runs. */
    private Stream<Map<String, Object>> plain(RecordedSpace space) {
      Scoring scoring = tournament.scoring(space);
      var lines = new ArrayList<Map<String, Object>>();
      lines.add(line(0, scoring.expectedInSeconds(), space));
      for (int i = 0; i < tournament.cards().size(); i++) {
        List<Trace> runs = tournament.runs(tournament.cards().get(i).strategy(), space);
        if (!runs.isEmpty()) {
          lines.add(line(i + 1, scoring.meanBest(runs), space));
        }
      }
      var json = new LinkedHashMap<String, Object>();
      json.put("name", space.name());
      json.put("budget", space.yardstick().seconds());
      json.put("seconds", rounded(Arrays.stream(scoring.seconds())));
      json.put("lines", lines);
      return lines.size() == 1 ? Stream.of() : Stream.of(json);
    }

    private static Map<String, Object> line(int strategy, double[] best, RecordedSpace space) {
      double optimum = space.yardstick().optimum();
      var json = new LinkedHashMap<String, Object>();
      json.put("strategy", strategy);
      json.put("slowdowns", rounded(Arrays.stream(best).map(time -> Math.max(1, time / optimum))));
      return json;
    }

    private static List<Double> rounded(DoubleStream numbers) {
      return numbers.mapToObj(number -> Math.round(number * 1e5) / 1e5).toList();
    }
  }
}

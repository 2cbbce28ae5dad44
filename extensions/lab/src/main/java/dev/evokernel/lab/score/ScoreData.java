package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Score;
import dev.evokernel.lab.score.record.ScoreCard;
import dev.evokernel.lab.score.record.Scores;
import dev.evokernel.lab.score.record.TraceComparison;
import dev.evokernel.lab.score.record.Yardstick;
import dev.evokernel.report.document.Data;
import org.jspecify.annotations.Nullable;

/** Content of {@code scores.json}. */
final class ScoreData {

  private ScoreData() {}

  static Data of(ScoreTables results) {
    var json = new LinkedHashMap<String, Object>();
    var spaces = new LinkedHashMap<String, Object>();
    results.tournament().spaces().forEach(space -> spaces.put(space.name(), space(space)));
    json.put("spaces", spaces);
    var strategies = new LinkedHashMap<String, Object>();
    for (ScoreCard card : results.tournament().cards()) {
      strategies.put(card.strategy(), card(card, results.efforts().get(card.strategy())));
    }
    json.put("strategies", strategies);
    json.put("comparisons", results.comparisons().stream().map(ScoreData::comparison).toList());
    results.longRuns().ifPresent(runs -> json.put("long_runs", longRuns(runs)));
    return Data.Fields.of(json);
  }

  private static Map<String, Object> longRuns(LongRuns runs) {
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

  private static Map<String, Object> space(RecordedSpace space) {
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

  private static Map<String, Object> card(ScoreCard card, @Nullable List<ProposalCost> efforts) {
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

  private static Map<String, Object> comparison(TraceComparison comparison) {
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

package dev.evokernel.report;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.PortfolioDecision;
import dev.evokernel.store.PortfolioDecision.CandidateSet;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
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
 * What a few configurations are worth together: the best sets of 1, 2, 3 …, and which of the chosen
 * one is dispatched to on which shape.
 */
public final class PortfolioReport {

  private final RunHistory history;
  private final FinalsDecision finals;
  private final PortfolioDecision portfolio;

  private PortfolioReport(RunHistory history, FinalsDecision finals, PortfolioDecision portfolio) {
    this.history = history;
    this.finals = finals;
    this.portfolio = portfolio;
  }

  /** Empty where the run looked for a champion, or its finals decided nothing. */
  public static Optional<PortfolioReport> of(RunHistory history) {
    return history
        .finals()
        .flatMap(
            finals -> finals.portfolio().map(found -> new PortfolioReport(history, finals, found)));
  }

  /** For example {@code Portfolio of candidates 13, 31: 1.412× the default's speed …} */
  public String sentence() {
    CandidateSet choice = portfolio.choice();
    int size = choice.candidates().size();
    return String.format(
        Locale.ROOT,
        "%s of candidate%s %s: %.3f× the default's speed on %d shapes together, at most %s slower"
            + " on one than the fastest finalist.",
        portfolio.verdict().accepted() ? "Portfolio" : "Not accepted: the portfolio",
        size == 1 ? "" : "s",
        numbers(choice),
        choice.speedUp(),
        portfolio.dispatched().size(),
        percent(choice.greatestLoss()));
  }

  /** Both tables. */
  public List<Block> tables() {
    return List.of(dispatch(), sets());
  }

  /** The portfolio of a run whose result it is: several configurations, accepted. */
  public static Optional<PortfolioReport> resultOf(RunHistory history) {
    return of(history).filter(PortfolioReport::isResult);
  }

  /** Whether the run's result is a dispatch among several configurations. */
  public boolean isResult() {
    return portfolio.verdict().accepted() && portfolio.choice().candidates().size() > 1;
  }

  /** The configurations that are dispatched to, with their shapes and as flags of a compiler. */
  List<String> configurations() {
    var lines = new ArrayList<String>();
    for (Candidate one : dispatched()) {
      lines.add(
          "candidate %d, on %s:"
              .formatted(
                  one.number(),
                  shapes(one).stream()
                      .map(workload -> workload.shape().name())
                      .collect(Collectors.joining(", "))));
      lines.add(one.configuration().toString());
      lines.addAll(Macros.lines(history.run().subject(), one.configuration()));
    }
    return lines;
  }

  /** For each size, for example {@code 2 configurations: 1.352×, at most 16.2 % slower.} */
  public List<String> steps() {
    return portfolio.sets().stream()
        .limit(portfolio.chosen())
        .map(
            set ->
                String.format(
                    Locale.ROOT,
                    "%d configuration%s: %.3f×, at most %s slower on a shape.",
                    set.candidates().size(),
                    set.candidates().size() == 1 ? "" : "s",
                    set.speedUp(),
                    percent(set.greatestLoss())))
        .toList();
  }

  /** Over the default, of the shapes together. */
  public double speedUp() {
    return portfolio.choice().speedUp();
  }

  /** How many configurations there are. */
  public int size() {
    return portfolio.choice().candidates().size();
  }

  /** The candidate that is dispatched to on a shape. */
  public Optional<Integer> dispatched(String shape) {
    return Optional.ofNullable(portfolio.dispatched().get(shape));
  }

  /** A line for each size. */
  public Table sets() {
    var table =
        Table.builder()
            .quantity("configurations")
            .text("candidates")
            .quantity("speed-up")
            .quantity("greatest loss")
            .text("on")
            .text("");
    for (CandidateSet set : portfolio.sets()) {
      table.row(
          Integer.toString(set.candidates().size()),
          numbers(set),
          String.format(Locale.ROOT, "%.3f×", set.speedUp()),
          percent(set.greatestLoss()),
          worst(set),
          set.equals(portfolio.choice()) ? "chosen" : "");
    }
    return table.build();
  }

  /** A line for each shape. */
  public Table dispatch() {
    var table =
        Table.builder()
            .text("shape")
            .quantity("candidate")
            .quantity("p50")
            .quantity("speed-up")
            .quantity("loss");
    history
        .run()
        .subject()
        .workloads()
        .forEach(
            workload -> {
              String shape = workload.shape().name();
              Optional<Integer> number = dispatched(shape);
              table.row(
                  shape,
                  number.map(String::valueOf).orElse(""),
                  number.flatMap(one -> p50(one, shape)).map(Units::time).orElse(""),
                  number.flatMap(one -> speedUp(one, shape)).orElse(""),
                  percent(portfolio.choice().losses().getOrDefault(shape, 0.0)));
            });
    return table.build();
  }

  private Optional<Double> p50(int candidate, String shape) {
    return finals.result(candidate, shape).map(one -> one.samples().p50());
  }

  private Optional<String> speedUp(int candidate, String shape) {
    Optional<FinalistMeasurement> result = finals.result(candidate, shape);
    return result.filter(one -> one.role() == Role.DEFAULT).isPresent()
        ? Optional.of("the default")
        : result.flatMap(FinalistMeasurement::speedUp).map(Object::toString);
  }

  private static String worst(CandidateSet set) {
    return set.losses().entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private static String numbers(CandidateSet set) {
    return set.candidates().stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** What {@code evo_best.json} says of it. */
  Map<String, @Nullable Object> json() {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("accepted", portfolio.verdict().accepted());
    json.put("reasons", portfolio.verdict().reasons());
    json.put("chosen", portfolio.chosen());
    var sets = new ArrayList<Map<String, Object>>();
    for (CandidateSet set : portfolio.sets()) {
      var one = new LinkedHashMap<String, Object>();
      one.put("candidates", set.candidates());
      one.put("speedup", set.speedUp());
      one.put("losses", set.losses());
      sets.add(one);
    }
    json.put("sets", sets);
    json.put("dispatch", portfolio.dispatched());
    var configurations = new LinkedHashMap<String, Object>();
    for (Candidate one : dispatched()) {
      configurations.put(Integer.toString(one.number()), Plain.of(one.configuration()));
    }
    json.put("configurations", configurations);
    return json;
  }

  /** The candidates that are dispatched to, by number. */
  public List<Candidate> dispatched() {
    return portfolio.dispatched().values().stream()
        .distinct()
        .sorted()
        .flatMap(number -> history.candidate(number).stream())
        .toList();
  }

  /** The shapes on which a candidate is dispatched to. */
  List<Workload> shapes(Candidate candidate) {
    return history.run().subject().workloads().stream()
        .filter(
            workload ->
                Integer.valueOf(candidate.number())
                    .equals(portfolio.dispatched().get(workload.shape().name())))
        .toList();
  }
}

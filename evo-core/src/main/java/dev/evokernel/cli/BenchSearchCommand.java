package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.bench.Contest;
import dev.evokernel.bench.Cores;
import dev.evokernel.bench.Effort;
import dev.evokernel.bench.LongRuns;
import dev.evokernel.bench.RecordedSpace;
import dev.evokernel.bench.ScoreTables;
import dev.evokernel.bench.Strategies;
import dev.evokernel.bench.Strategy;
import dev.evokernel.bench.Tournament;
import dev.evokernel.bench.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench search}. */
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    description =
        "Scores the search on recorded spaces: 0 is random search, 1 the optimum at once.")
final class BenchSearchCommand implements Callable<Integer> {

  @Mixin private BenchSpaces spaces = new BenchSpaces();
  @Mixin private BenchRuns runs = new BenchRuns();
  @Mixin private BenchRivals rivals = new BenchRivals();
  @Mixin private BenchOutput output = new BenchOutput();

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      split = ",",
      completionCandidates = StrategyNames.class,
      defaultValue = "full",
      description = "${COMPLETION-CANDIDATES}; several with commas (default: ${DEFAULT-VALUE}).")
  private List<String> strategies = List.of("full");

  @Option(
      names = "--budget-factor",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Runs N times each space's budget, or until the optimum is found, and prints by when it"
              + " was (default: ${DEFAULT-VALUE}). Scores look at the first budget.")
  private int budgetFactor = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  static final class StrategyNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    StrategyNames() {
      super(Strategies.names());
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    var named = new LinkedHashMap<String, Strategy>();
    for (String name : strategies) {
      named.put(name, BenchSpaces.bad(() -> Strategies.named(name, runs.inFlight())));
    }
    Cores cores = spaces.cores();
    Contest contest = runs.contest(cores, budgetFactor);
    List<RecordedSpace> loaded = spaces.load();
    BenchRivals.Loaded others = rivals.load(loaded);
    var traces = new LinkedHashMap<String, Map<String, List<Trace>>>();
    for (Map.Entry<String, Strategy> strategy : named.entrySet()) {
      traces.put(strategy.getKey(), search(strategy, contest, loaded));
    }
    var tournament = Tournament.of(loaded, traces, Tournament.scorings(loaded, cores));
    output.write(
        others.beside(tournament, LongRuns.of(tournament, budgetFactor), efforts(named, loaded)),
        ScoreTables::text,
        runs.out(),
        spec.commandLine().getOut());
    return 0;
  }

  private Map<String, List<Trace>> search(
      Map.Entry<String, Strategy> strategy, Contest contest, List<RecordedSpace> loaded)
      throws InterruptedException {
    var bySpace = new LinkedHashMap<String, List<Trace>>();
    for (RecordedSpace space : loaded) {
      List<Trace> traces = contest.hold(strategy.getValue(), space, List.of());
      runs.files().write(strategy.getKey(), space, traces);
      bySpace.put(space.name(), traces);
      say(
          spec.commandLine().getErr(),
          "%s searched %s %d times".formatted(strategy.getKey(), space.name(), traces.size()));
    }
    return bySpace;
  }

  /** On the largest space, with nothing else at work. */
  private Map<String, List<Effort>> efforts(
      Map<String, Strategy> named, List<RecordedSpace> loaded) {
    RecordedSpace largest =
        loaded.stream().max(Comparator.comparingLong(space -> space.space().size())).orElseThrow();
    var efforts = new LinkedHashMap<String, List<Effort>>();
    named.forEach((name, strategy) -> efforts.put(name, Effort.of(strategy, largest, runs.seed())));
    return efforts;
  }
}

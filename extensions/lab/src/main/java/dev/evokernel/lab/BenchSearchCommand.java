package dev.evokernel.lab;

import module java.base;

import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.FormatOption;
import dev.evokernel.cli.News;
import dev.evokernel.cli.SeedOption;
import dev.evokernel.lab.RepeatedRuns.ProposalCost;
import dev.evokernel.lab.Strategies.Strategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "search",
    description =
        "Scores the search on recorded spaces: 0 is random search, 1 the optimum at once.")
final class BenchSearchCommand implements Callable<Integer> {

  @Mixin private BenchSpaces spaces = new BenchSpaces();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private FormatOption output = new FormatOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description =
          "Folder for the traces (<strategy>/<space>/<run>.jsonl), scores.json, scores.md and"
              + " chart.html.")
  private Path out = Path.of("");

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "Runs on each space (default: ${DEFAULT-VALUE}).")
  private int repeats = 25;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description =
          "Evaluations under way at once; results reach the search that much later (default:"
              + " ${DEFAULT-VALUE}).")
  private int inFlight = 1;

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
      description =
          "Runs for N times each space's budget or until the optimum is found, and prints when it"
              + " was found (default: ${DEFAULT-VALUE}). Scores consider the first budget only.")
  private int budgetFactor = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    var named = new LinkedHashMap<String, Strategy>();
    for (String name : strategies) {
      named.put(name, Bounds.valid(() -> Strategies.named(name, inFlight)));
    }
    Cores cores = spaces.cores();
    RepeatedRuns contest =
        Bounds.valid(() -> new RepeatedRuns(repeats, budgetFactor, seed.seed(), cores));
    List<RecordedSpace> loaded = spaces.load();
    BenchSpaces.Others others = spaces.others(loaded);
    var traces = new LinkedHashMap<String, Map<String, List<Trace>>>();
    for (Map.Entry<String, Strategy> strategy : named.entrySet()) {
      traces.put(strategy.getKey(), search(strategy, contest, loaded));
    }
    var tournament = Tournament.of(loaded, traces, Tournament.scorings(loaded, cores));
    ScoreTables tables =
        others.beside(tournament, LongRuns.of(tournament, budgetFactor), efforts(named, loaded));
    tables.write(out);
    output.print(spec, tables);
    return 0;
  }

  private Map<String, List<Trace>> search(
      Map.Entry<String, Strategy> strategy, RepeatedRuns contest, List<RecordedSpace> loaded)
      throws InterruptedException {
    var bySpace = new LinkedHashMap<String, List<Trace>>();
    for (RecordedSpace space : loaded) {
      List<Trace> traces = contest.hold(strategy.getValue(), space);
      new Trace.TraceFiles(out).write(strategy.getKey(), space, traces);
      bySpace.put(space.name(), traces);
      News.of(spec)
          .accept(
              "%s searched %s %d times".formatted(strategy.getKey(), space.name(), traces.size()));
    }
    return bySpace;
  }

  /** Costs of proposals on the largest space, measured with no other load. */
  private Map<String, List<ProposalCost>> efforts(
      Map<String, Strategy> named, List<RecordedSpace> loaded) {
    RecordedSpace largest =
        loaded.stream().max(Comparator.comparingLong(space -> space.space().size())).orElseThrow();
    var efforts = new LinkedHashMap<String, List<ProposalCost>>();
    named.forEach(
        (name, strategy) -> efforts.put(name, ProposalCost.of(strategy, largest, seed.seed())));
    return efforts;
  }

  static final class StrategyNames extends ArrayList<String> {

    private static final long serialVersionUID = 1L;

    StrategyNames() {
      super(Strategies.names());
    }
  }
}

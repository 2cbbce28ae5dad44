package dev.evokernel.cli.bench;

import dev.evokernel.bench.Cores;
import dev.evokernel.bench.Peers;
import dev.evokernel.bench.RecordedSpace;
import dev.evokernel.bench.RepeatedRuns;
import dev.evokernel.bench.Results;
import dev.evokernel.bench.ScoreTables;
import dev.evokernel.bench.Scores;
import dev.evokernel.bench.Scoring;
import dev.evokernel.bench.Strategies;
import dev.evokernel.bench.Strategy;
import dev.evokernel.bench.Tournament;
import dev.evokernel.bench.Trace;
import dev.evokernel.bench.Transfer;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.tuning.BadInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo bench transfer}. */
@Command(
    name = "transfer",
    mixinStandardHelpOptions = true,
    description =
        "What the best configurations of one device are worth as seeds on another: for every pair"
            + " of recordings of one kernel, the search with them less the search without.")
final class BenchTransferCommand implements Callable<Integer> {

  @Mixin private BenchSpaces spaces = new BenchSpaces();
  @Mixin private BenchRuns runs = new BenchRuns();
  @Mixin private BenchOutput output = new BenchOutput();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "3",
      description = "Configurations that are handed over (default: ${DEFAULT-VALUE}).")
  private int top = 3;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      completionCandidates = StrategyNames.class,
      defaultValue = "full",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private String name = "full";

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, Map<String, List<Trace>>> traces = new LinkedHashMap<>();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(1, "--top", top);
    Strategy strategy = Bounds.valid(() -> Strategies.named(name, runs.inFlight()));
    Cores cores = spaces.cores();
    RepeatedRuns contest = runs.contest(cores, 1);
    List<RecordedSpace> loaded = spaces.load();
    List<Transfer> pairs = Transfer.pairs(loaded);
    if (pairs.isEmpty()) {
      throw new BadInputException(
          "No two of the %d recordings are of one kernel with the same parameters. Give the same kernel on two devices."
              .formatted(loaded.size()));
    }
    Map<String, Scoring> scorings = Tournament.scorings(loaded, cores);
    var alone = new LinkedHashMap<String, Scores>();
    var seeded = new LinkedHashMap<Transfer, Scores>();
    for (Transfer pair : pairs) {
      RecordedSpace target = pair.target();
      Scoring scoring = Objects.requireNonNull(scorings.get(target.name()));
      if (!alone.containsKey(target.name())) {
        alone.put(target.name(), scoring.of(search(contest, strategy, name, target, List.of())));
      }
      List<Trace> found = search(contest, strategy, pair.label(name), target, pair.seeds(top));
      seeded.put(pair, scoring.of(found));
    }
    var tournament = Tournament.of(loaded, new LinkedHashMap<>(traces), scorings);
    var lift = Transfer.lift(name, seeded, alone);
    output.write(
        new Results(tournament, List.of(lift), Optional.empty(), Map.of(), Peers.NONE),
        ScoreTables::comparisons,
        runs.out(),
        spec.commandLine().getOut());
    return 0;
  }

  private List<Trace> search(
      RepeatedRuns contest,
      Strategy strategy,
      String label,
      RecordedSpace target,
      List<InitialConfiguration> seeds)
      throws InterruptedException {
    List<Trace> found = contest.hold(strategy, target, seeds);
    runs.files().write(label, target, found);
    traces.computeIfAbsent(label, _ -> new LinkedHashMap<>()).put(target.name(), found);
    return found;
  }
}

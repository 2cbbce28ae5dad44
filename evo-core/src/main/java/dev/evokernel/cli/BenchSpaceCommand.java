package dev.evokernel.cli;

import dev.evokernel.bench.score.ProposalCost;
import dev.evokernel.bench.score.Strategies;
import dev.evokernel.bench.study.SpaceCosts;
import dev.evokernel.bench.study.SpaceCostsTable;
import dev.evokernel.space.SearchSpace;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo bench space}. */
@Command(
    name = "space",
    mixinStandardHelpOptions = true,
    description =
        "Times the construction of search spaces, cold and warm, and what it costs to draw from"
            + " them, to find neighbours and to repair.")
final class BenchSpaceCommand implements Callable<Integer> {

  private static final int COMBINATIONS = 512;

  /** Evaluations that the search knows when its proposals are timed. */
  private static final int KNOWN = 1000;

  private static final long WARM_UP_NANOS = 2_000_000_000;
  private static final long USE_NANOS = 300_000_000;

  @Parameters(
      arity = "1..*",
      paramLabel = "SPACE",
      description =
          "T1 files (….json), or kernels' folders; a kernel's spaces are those of an ordinary"
              + " device of each backend.")
  private List<Path> spaces = new ArrayList<>();

  @Option(
      names = "--constructions",
      paramLabel = "N",
      defaultValue = "50",
      description = "Warm constructions that are timed (default: ${DEFAULT-VALUE}).")
  private int constructions = 50;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "5",
      description = "Fresh processes, for one cold construction each (default: ${DEFAULT-VALUE}).")
  private int processes = 5;

  @Mixin private FormatOption format = new FormatOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (constructions < 1 || processes < 1) {
      throw new BadInputException("--constructions and --processes are at least 1.");
    }
    List<DescribedSpace> described =
        spaces.stream().flatMap(path -> DescribedSpace.of(path).stream()).toList();
    var rows = new ArrayList<SpaceCosts>();
    for (DescribedSpace space : described) {
      rows.add(costs(space));
    }
    var table = new SpaceCostsTable(rows);
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.choose(table::text, table::json, table::markdown));
    out.flush();
    return 0;
  }

  private SpaceCosts costs(DescribedSpace described) throws InterruptedException {
    SearchSpace space = described.construction().get();
    var cold = new ArrayList<Long>();
    for (int process = 0; process < processes; process++) {
      cold.add(ColdConstruction.nanos(described));
    }
    long warmUp = System.nanoTime();
    while (System.nanoTime() - warmUp < WARM_UP_NANOS) {
      described.constructionNanos();
    }
    List<Long> warm = Stream.generate(described::constructionNanos).limit(constructions).toList();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
    List<int[]> valid = Stream.generate(() -> space.draw(random)).limit(COMBINATIONS).toList();
    List<int[]> any = Stream.generate(() -> any(space, random)).limit(COMBINATIONS).toList();
    return new SpaceCosts(
        described.name(),
        space.combinations(),
        space.count().toString(),
        cold,
        warm,
        each(valid, _ -> space.draw(random)),
        each(valid, space::neighbours),
        each(any, choices -> space.nearest(choices, random)),
        proposalNanos(space));
  }

  /**
   * Over a landscape that slopes along every parameter: only the search's own time is looked at.
   */
  private static OptionalDouble proposalNanos(SearchSpace space) {
    return ProposalCost.of(
            Strategies.named("full", 1),
            space,
            configuration ->
                OptionalDouble.of(
                    1 + IntStream.of(space.choices(configuration)).asDoubleStream().sum()),
            42,
            List.of(KNOWN))
        .stream()
        .mapToDouble(effort -> effort.millisPerProposal() * 1e6)
        .findFirst();
  }

  private static int[] any(SearchSpace space, RandomGenerator random) {
    return space.parameters().stream()
        .mapToInt(parameter -> random.nextInt(parameter.values().size()))
        .toArray();
  }

  /** The mean cost of a use: over all combinations, and again until enough time has passed. */
  private static double each(List<int[]> combinations, Consumer<int[]> use) {
    combinations.forEach(use); // The first round warms up.
    long rounds = 0;
    long spent = 0;
    while (spent < USE_NANOS) {
      spent += nanos(() -> combinations.forEach(use));
      rounds++;
    }
    return (double) spent / (rounds * combinations.size());
  }

  private static long nanos(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return System.nanoTime() - start;
  }
}

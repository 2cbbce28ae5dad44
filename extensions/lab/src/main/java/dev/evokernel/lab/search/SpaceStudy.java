package dev.evokernel.lab.search;

import module java.base;

import dev.evokernel.lab.score.ProposalCost;
import dev.evokernel.lab.score.Strategies;
import dev.evokernel.space.SearchSpace;

/**
 * Costs of search spaces: construction, cold and warm, and each use.
 *
 * @param constructions timed warm constructions; at least 1
 * @param processes fresh processes, for one cold construction each; at least 1
 */
public record SpaceStudy(int constructions, int processes) {

  private static final int COMBINATIONS = 512;

  /** Evaluations known to the search when its proposals are timed. */
  private static final int KNOWN = 1000;

  private static final long WARM_UP_NANOS = 2_000_000_000;
  private static final long USE_NANOS = 300_000_000;

  public SpaceCostsTable.SpaceCosts costs(DescribedSpace described) throws InterruptedException {
    SearchSpace space = described.construction().get();
    var coldNanos = new ArrayList<Long>();
    for (int process = 0; process < processes; process++) {
      coldNanos.add(ColdConstruction.nanos(described));
    }
    long warmUp = System.nanoTime();
    while (System.nanoTime() - warmUp < WARM_UP_NANOS) {
      described.constructionNanos();
    }
    List<Long> warm = Stream.generate(described::constructionNanos).limit(constructions).toList();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
    List<int[]> valid = Stream.generate(() -> space.draw(random)).limit(COMBINATIONS).toList();
    List<int[]> any = Stream.generate(() -> any(space, random)).limit(COMBINATIONS).toList();
    return new SpaceCostsTable.SpaceCosts(
        described.name(),
        space.combinations(),
        space.count().toString(),
        coldNanos,
        warm,
        each(valid, _ -> space.draw(random)),
        each(valid, space::neighbours),
        each(any, choices -> space.nearest(choices, random)),
        proposalNanos(space));
  }

  /**
   * Time of a proposal on a landscape that slopes along every parameter. Only the time of the
   * search counts.
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
        .mapToDouble(cost -> cost.millisPerProposal() * 1e6)
        .findFirst();
  }

  private static int[] any(SearchSpace space, RandomGenerator random) {
    return space.parameters().stream()
        .mapToInt(parameter -> random.nextInt(parameter.values().size()))
        .toArray();
  }

  /** Mean cost of a use, over all combinations, repeated until {@link #USE_NANOS} have passed. */
  private static double each(List<int[]> combinations, Consumer<int[]> use) {
    combinations.forEach(use); // The first round warms up.
    long rounds = 0;
    long spent = 0;
    while (spent < USE_NANOS) {
      long start = System.nanoTime();
      combinations.forEach(use);
      spent += System.nanoTime() - start;
      rounds++;
    }
    return (double) spent / (rounds * combinations.size());
  }
}

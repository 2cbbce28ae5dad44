package dev.evokernel.search;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;

/** Made-up objectives over made-up spaces, and evaluators with a budget that answer with them. */
public final class Landscape {

  private Landscape() {}

  /** About 100,000 configurations, tied together by constraints. */
  public static SearchSpace large() {
    return Spaces.space(
        List.of(
            Spaces.integers("TILE_M", 8, 16, 32, 48, 64, 96, 128, 256),
            Spaces.integers("TILE_N", 8, 16, 32, 48, 64, 96, 128, 256),
            Spaces.integers("TILE_K", 4, 8, 16, 32, 64),
            Spaces.integers("ROWS", 1, 2, 4, 6, 8),
            Spaces.integers("COLUMNS", 1, 2, 4, 6, 8),
            Spaces.integers("UNROLL", 1, 2, 4),
            Spaces.range("STAGES", 1, 4),
            Spaces.words("LAYOUT", "row", "column", "swizzled")),
        "TILE_M % ROWS == 0",
        "TILE_N % COLUMNS == 0",
        "ROWS * COLUMNS <= 48",
        "(TILE_M + TILE_N) * TILE_K * STAGES <= 24576");
  }

  /**
   * Rugged and multiplicative, as run times are: each parameter and each pair of parameters has a
   * random factor for each value, smooth along the list, and every configuration a little of its
   * own.
   */
  public static Function<Configuration, Trial> rugged(SearchSpace space, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    List<Parameter> parameters = space.parameters();
    int count = parameters.size();
    double[][] optima = new double[count][count];
    double[][] weights = new double[count][count];
    for (int p = 0; p < count; p++) {
      for (int q = 0; q <= p; q++) {
        optima[p][q] = random.nextDouble();
        weights[p][q] = p == q ? 1 : random.nextInt(3) == 0 ? random.nextDouble(2) : 0;
      }
    }
    return configuration -> {
      int[] choices = space.choices(configuration);
      double log = 0;
      for (int p = 0; p < count; p++) {
        for (int q = 0; q <= p; q++) {
          double x = (choices[p] + choices[q]) / 2.0 / (parameters.get(p).values().size() - 1);
          log += weights[p][q] * (x - optima[p][q]) * (x - optima[p][q]);
        }
      }
      long own =
          RandomGeneratorFactory.of("L64X128MixRandom").create(seed + hash(choices)).nextLong();
      return Trial.measured(configuration, Math.exp(log) * (1 + 0.1 * (own >>> 11) * 0x1.0p-53));
    };
  }

  /** What is timed on the shapes that a proposal names; every fifth configuration is rejected. */
  static Trial onShapes(Proposal proposal, List<Function<Configuration, Trial>> shapes) {
    Configuration configuration = proposal.configuration();
    if (configuration.hashCode() % 5 == 0) {
      return Trial.rejected(configuration);
    }
    var objectives = new ArrayList<OptionalDouble>();
    for (int s = 0; s < shapes.size(); s++) {
      boolean timed =
          proposal.shapes().isEmpty() || proposal.shapes().contains(Integer.toString(s));
      objectives.add(
          timed ? shapes.get(s).apply(configuration).objective() : OptionalDouble.empty());
    }
    return new Trial(configuration, OptionalDouble.empty(), objectives);
  }

  /** Answers so many proposals, and then no more. */
  static Evaluator budget(
      int evaluations, Function<Configuration, Trial> objective, List<Proposal> record) {
    return proposal -> {
      if (record.size() == evaluations) {
        return Optional::empty;
      }
      record.add(proposal);
      return () -> Optional.of(objective.apply(proposal.configuration()));
    };
  }

  static List<Proposal> proposals(
      SearchSpace space,
      List<InitialConfiguration> seeds,
      long seed,
      int evaluations,
      Function<Configuration, Trial> objective) {
    var record = new ArrayList<Proposal>();
    var evaluator = budget(evaluations, objective, record);
    new Search(space, new SearchSettings(32, seed, 1), seeds).run(evaluator);
    return record;
  }

  private static long hash(int... choices) {
    return IntStream.of(choices)
        .asLongStream()
        .reduce(17, (hash, choice) -> 1_000_003 * hash + choice);
  }
}

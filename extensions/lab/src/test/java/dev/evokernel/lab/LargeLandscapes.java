package dev.evokernel.lab;

import module java.base;

import dev.evokernel.lab.ModelLandscapes.Model;

/**
 * Makes recordings of models that are larger and harder than any recorded space at hand, for
 * measurements over long budgets. They are too large to keep; the tests do not need them.
 *
 * <p>{@code tiled-large} and {@code stencil-large} are the models of {@link ModelLandscapes} with
 * longer lists of values. {@code basins} is deceptive: eight algorithms, each with one best setting
 * of four parameters, a basin around it, and a floor; the lower the floor, the narrower the basin,
 * so that most of the space leads to an algorithm that is not the best. {@code rugged} is an NK
 * landscape (Kauffman, 1993): what a parameter contributes depends on three others at random.
 *
 * <pre>
 * java -cp … dev.evokernel.lab.LargeLandscapes FOLDER
 * </pre>
 */
final class LargeLandscapes {

  private static final long SEED = 20261122;

  private LargeLandscapes() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Files.createDirectories(folder);
    var list = new StringBuilder();
    long seed = SEED;
    for (Model model : List.of(tiled(), stencil(), basins(), rugged())) {
      model.record(folder.resolve(model.name() + ".json.gz"), seed++);
      list.append(
          """
          %s "model/%s": {"path": "%2$s.json.gz", "tags": ["set:large"]}
          """
              .formatted(list.isEmpty() ? "{" : ",", model.name()));
    }
    Files.writeString(folder.resolve("spaces.json"), list.append("}\n"));
  }

  /** 112,896 configurations. */
  static Model tiled() {
    var parameters = new LinkedHashMap<String, List<Integer>>();
    List<Integer> tiles = List.of(8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256);
    parameters.put("TILE_M", tiles);
    parameters.put("TILE_N", tiles);
    parameters.put("TILE_K", List.of(8, 16, 24, 32, 48, 64));
    parameters.put("WARPS", List.of(1, 2, 3, 4, 6, 8, 12, 16));
    parameters.put("STAGES", List.of(1, 2, 3, 4));
    parameters.put("VECTOR", List.of(1, 2, 4));
    return new Model("tiled-large", parameters, ModelLandscapes::tiledMillis);
  }

  /** 73,728 configurations. */
  static Model stencil() {
    var parameters = new LinkedHashMap<String, List<Integer>>();
    parameters.put("block_x", IntStream.rangeClosed(1, 16).mapToObj(n -> 16 * n).toList());
    parameters.put("block_y", IntStream.rangeClosed(1, 16).boxed().toList());
    parameters.put("unroll", IntStream.rangeClosed(1, 12).boxed().toList());
    parameters.put("layout", List.of(0, 1, 2));
    parameters.put("cached", List.of(0, 1));
    parameters.put("prefetch", List.of(0, 1, 2, 3));
    return new Model("stencil-large", parameters, LargeLandscapes::prefetchingStencil);
  }

  /** The deeper it prefetches the better, until what it unrolls leaves no registers for that. */
  private static double prefetchingStencil(List<Integer> at) {
    int deepest = at.get(2) > 8 ? 0 : at.get(2) > 4 ? 1 : at.get(2) > 2 ? 2 : 3;
    int prefetch = at.get(5);
    double missed = 0.04 * Math.max(0, deepest - prefetch);
    double spilled = 0.15 * Math.max(0, prefetch - deepest);
    return ModelLandscapes.stencilMillis(at) * (1 + missed + spilled);
  }

  /** 117,128 configurations. */
  static Model basins() {
    int algorithms = 8;
    int settings = 4;
    int values = 11;
    RandomGenerator random = random();
    int[][] centres = new int[algorithms][];
    for (int a = 0; a < algorithms; a++) {
      centres[a] = random.ints(settings, 0, values).toArray();
    }
    return new Model(
        "basins",
        numbered(algorithms, settings, values),
        at -> {
          int algorithm = at.getFirst();
          double floor = 1 + 0.05 * algorithm;
          double width = 2 + 0.4 * algorithm;
          double squares = 0;
          for (int s = 0; s < settings; s++) {
            double away = (at.get(s + 1) - centres[algorithm][s]) / width;
            squares += away * away;
          }
          return 10 * (floor + 2 * (1 - Math.exp(-squares / 2)));
        });
  }

  /** 15,625 configurations. */
  static Model rugged() {
    int genes = 6;
    int values = 5;
    RandomGenerator random = random();
    int[][] others = new int[genes][];
    double[][] contributions = new double[genes][];
    for (int g = 0; g < genes; g++) {
      int self = g;
      others[g] = random.ints(0, genes).filter(o -> o != self).distinct().limit(3).toArray();
      contributions[g] = random.doubles((long) values * values * values * values).toArray();
    }
    return new Model(
        "rugged",
        numbered(values, genes - 1, values),
        at -> {
          double sum = 0;
          for (int g = 0; g < genes; g++) {
            int context = at.get(g);
            for (int other : others[g]) {
              context = values * context + at.get(other);
            }
            sum += contributions[g][context];
          }
          return 10 + 10 * sum;
        });
  }

  private static RandomGenerator random() {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
  }

  /** One parameter of so many values, then others that are alike. */
  private static SequencedMap<String, List<Integer>> numbered(int first, int others, int values) {
    var parameters = new LinkedHashMap<String, List<Integer>>();
    parameters.put("P0", IntStream.range(0, first).boxed().toList());
    for (int p = 1; p <= others; p++) {
      parameters.put("P" + p, IntStream.range(0, values).boxed().toList());
    }
    return parameters;
  }
}

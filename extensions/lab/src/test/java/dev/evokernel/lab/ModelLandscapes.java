package dev.evokernel.lab;

import module java.base;

import dev.evokernel.report.JsonRenderer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the two small recordings that the tests search: every configuration of a model of a kernel,
 * with times that have the shape of real ones.
 *
 * <p>Both are models of a kernel that is slowed down by its memory traffic, by the occupancy that
 * its registers and shared memory leave, and by an unbalanced last wave of blocks. A factor of its
 * own for each configuration, log-normal with a deviation of 1 %, stands for what no model
 * explains. What needs too much shared memory fails to launch, what needs too many registers fails
 * to compile. It costs one to three seconds to compile a configuration, and twenty launches and
 * more to time it.
 *
 * <p>{@code tiled} is a matrix product in the format of Kernel Tuner's cache files; {@code stencil}
 * is a stencil of 13 points, rough and narrow, as T4.
 *
 * <pre>
 * java -cp … ModelLandscapes extensions/lab/src/test/resources/dev/evokernel/lab
 * </pre>
 */
final class ModelLandscapes {

  private static final long SEED = 20261120;

  /** NaN where it fails to launch, infinite where it fails to compile. */
  record Model(
      String name,
      SequencedMap<String, List<Integer>> parameters,
      ToDoubleFunction<List<Integer>> millis) {

    /** A recording of it in the format of Kernel Tuner's cache files. */
    void record(Path file, long seed) throws IOException {
      write(file, cache(name, entries(this, seed)));
    }
  }

  private record Entry(
      Map<String, Integer> configuration, double millis, double compile, double benchmark) {

    boolean works() {
      return Double.isFinite(millis);
    }

    String failure(String launch, String compile) {
      return Double.isNaN(millis) ? launch : compile;
    }
  }

  private ModelLandscapes() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    tiled().record(folder.resolve("tiled.json.gz"), SEED);
    write(folder.resolve("stencil.json.gz"), t4(entries(stencil(), SEED + 1)));
  }

  private static Model tiled() {
    var parameters = new LinkedHashMap<String, List<Integer>>();
    parameters.put("TILE_M", List.of(16, 32, 64, 128));
    parameters.put("TILE_N", List.of(16, 32, 64, 128));
    parameters.put("TILE_K", List.of(8, 16, 32, 64));
    parameters.put("WARPS", List.of(1, 2, 4, 8));
    parameters.put("STAGES", List.of(1, 2, 3, 4));
    parameters.put("VECTOR", List.of(1, 2, 4));
    return new Model("tiled", parameters, ModelLandscapes::tiledMillis);
  }

  static double tiledMillis(List<Integer> at) {
    int m = at.get(0);
    int n = at.get(1);
    int k = at.get(2);
    int warps = at.get(3);
    int stages = at.get(4);
    int vector = at.get(5);
    double shared = 4.0 * stages * k * (m + n) / 1024;
    double registers = 24 + 1.1 * m * n / (32.0 * warps) + 3 * vector;
    if (shared > 96) {
      return Double.NaN;
    }
    if (registers > 400) {
      return Double.POSITIVE_INFINITY;
    }
    double spill = registers > 255 ? 1 + (registers - 255) / 40 : 1;
    double blocks =
        Math.min(Math.min(160 / shared, 65536 / (Math.min(registers, 255) * 32 * warps)), 16);
    double resident = Math.max(1, Math.floor(blocks)) * warps;
    double latency = 1 + 14 / (resident * Math.min(stages, 3) * Math.sqrt(vector));
    double arithmetic = 2.1 * (1 + 6.0 / Math.sqrt(m * n / (double) warps) + 2.0 / k);
    double traffic = 60.0 * (1.0 / m + 1.0 / n) * (vector == 1 ? 1.35 : vector == 2 ? 1.1 : 1);
    double tiles = 1024.0 * 1024 / (m * n);
    double wave = Math.ceil(tiles / 108) * 108 / tiles;
    return Math.hypot(arithmetic, traffic) * latency * spill * (0.7 + 0.3 * wave);
  }

  private static Model stencil() {
    var parameters = new LinkedHashMap<String, List<Integer>>();
    parameters.put("block_x", List.of(16, 32, 48, 64, 96, 128, 192, 256));
    parameters.put("block_y", List.of(1, 2, 3, 4, 6, 8, 12, 16));
    parameters.put("unroll", List.of(1, 2, 3, 4, 5, 6, 8));
    parameters.put("layout", List.of(0, 1, 2));
    parameters.put("cached", List.of(0, 1));
    return new Model("stencil", parameters, ModelLandscapes::stencilMillis);
  }

  static double stencilMillis(List<Integer> at) {
    int x = at.get(0);
    int y = at.get(1);
    int unroll = at.get(2);
    int layout = at.get(3);
    boolean cached = at.get(4) == 1;
    int threads = x * y;
    double shared = cached ? 4.0 * (x + 4) * (y * unroll + 4) / 1024 : 0;
    if (threads > 1024 || shared > 48) {
      return Double.NaN;
    }
    double halo = cached ? (x + 4.0) * (y * unroll + 4.0) / (x * (double) y * unroll) : 2.4;
    double blocks = Math.floor(Math.min(2048.0 / threads, cached ? 100 / shared : 32));
    double occupancy = Math.min(1, Math.min(blocks, 32) * threads / 2048);
    double coalescing = x % 32 == 0 ? 1 : 1.3;
    double conflicts = cached && layout == 0 && x % 64 == 0 ? 1.45 : 1;
    double indexing = layout == 2 ? 1.12 : layout == 1 ? 1.05 : 1;
    double tail = 4096 % (y * unroll) == 0 ? 1 : 1.04;
    double registers = 1 + Math.max(0, unroll - 4) * (cached ? 0.05 : 0.15);
    return 3
        * halo
        * coalescing
        * conflicts
        * indexing
        * tail
        * registers
        / (0.5 + 0.5 * occupancy);
  }

  private static List<Entry> entries(Model model, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var entries = new ArrayList<Entry>();
    for (Map<String, Integer> configuration : combinations(model.parameters())) {
      double millis =
          model.millis().applyAsDouble(List.copyOf(configuration.values()))
              * Math.exp(0.01 * random.nextGaussian());
      double compile = 1000 + 2000 * random.nextDouble();
      boolean works = Double.isFinite(millis);
      entries.add(
          new Entry(
              configuration,
              works ? rounded(millis) : millis,
              rounded(compile),
              works ? rounded(20 * millis + 100) : 0));
    }
    return entries;
  }

  static List<Map<String, Integer>> combinations(SequencedMap<String, List<Integer>> parameters) {
    List<Map<String, Integer>> combinations = List.of(Map.of());
    for (Map.Entry<String, List<Integer>> parameter : parameters.entrySet()) {
      var longer = new ArrayList<Map<String, Integer>>();
      for (Map<String, Integer> combination : combinations) {
        for (int value : parameter.getValue()) {
          var extended = new LinkedHashMap<>(combination);
          extended.put(parameter.getKey(), value);
          longer.add(extended);
        }
      }
      combinations = longer;
    }
    return combinations;
  }

  private static String cache(String kernel, List<Entry> entries) {
    var json = new LinkedHashMap<String, Object>();
    json.put("device_name", "Model of a GPU");
    json.put("kernel_name", kernel);
    json.put("problem_size", List.of(1024, 1024));
    json.put("tune_params_keys", List.copyOf(entries.getFirst().configuration().keySet()));
    var cache = new LinkedHashMap<String, Object>();
    for (Entry entry : entries) {
      var fields = new LinkedHashMap<String, Object>(entry.configuration());
      fields.put(
          "time",
          entry.works()
              ? (Object) entry.millis()
              : entry.failure("RuntimeFailedConfig", "CompilationFailedConfig"));
      fields.put("compile_time", entry.compile());
      fields.put("verification_time", 0);
      fields.put("benchmark_time", entry.benchmark());
      fields.put("framework_time", 0);
      fields.put("strategy_time", 0);
      cache.put(
          String.join(",", entry.configuration().values().stream().map(String::valueOf).toList()),
          fields);
    }
    json.put("cache", cache);
    return JsonRenderer.compact(json);
  }

  private static String t4(List<Entry> entries) {
    var json = new LinkedHashMap<String, Object>();
    json.put("schema_version", "1.0.0");
    json.put("metadata", Map.of("timeunit", "milliseconds", "device", "Model of a GPU"));
    json.put("results", entries.stream().map(ModelLandscapes::t4).toList());
    return JsonRenderer.compact(json);
  }

  private static Map<String, @Nullable Object> t4(Entry entry) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("configuration", entry.configuration());
    var times = new LinkedHashMap<String, Object>();
    times.put("compilation", entry.compile());
    times.put("runtimes", entry.works() ? List.of(entry.millis()) : List.of());
    times.put("framework", entry.benchmark());
    json.put("times", times);
    json.put("invalidity", entry.works() ? "correct" : entry.failure("runtime", "compile"));
    json.put("correctness", entry.works() ? 1 : 0);
    json.put(
        "measurements",
        List.of(Map.of("name", "time", "value", entry.works() ? (Object) entry.millis() : "")));
    return json;
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e4) / 1e4;
  }

  private static void write(Path file, String json) throws IOException {
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(json.getBytes(StandardCharsets.UTF_8));
    }
  }
}

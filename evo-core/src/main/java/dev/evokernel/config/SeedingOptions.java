package dev.evokernel.config;

import module java.base;

import dev.evokernel.expr.Value;

/**
 * Section {@code seeding} of a job: the sources of initial configurations besides the default, in
 * the order of their use.
 *
 * @param configurations in the job's file, then in files of other programs
 * @param runs earlier runs: {@code RUN} for the best of a run, {@code RUN/NUMBER} for a candidate
 * @param microbench {@code micro_best.json} files; {@link #USUAL_PLACE} for the default path
 * @param recordings cache files of Kernel Tuner and T4 files
 * @param prior {@link #NEAREST}, {@link #SHIPPED}, {@link #NONE}, or a file of priors
 */
public record SeedingOptions(
    List<Listed> configurations,
    List<String> runs,
    List<Path> microbench,
    List<Path> recordings,
    int hardware,
    Path prior,
    int top) {

  /** Listed configuration. */
  public record Listed(Map<String, Value> values, String source) {

    public Listed {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }

  /** Placeholder for {@code results/micro/<kernel>/micro_best.json}. */
  public static final Path USUAL_PLACE = Path.of("auto");

  /** The leaderboard's and runs' results on the nearest shapes and devices, and shipped priors. */
  public static final Path NEAREST = Path.of("nearest");

  /** The priors that ship with the kernel. */
  public static final Path SHIPPED = Path.of("shipped");

  public static final Path NONE = Path.of("none");

  public static final SeedingOptions DEFAULT =
      new SeedingOptions(List.of(), List.of(), List.of(), List.of(), 0, NEAREST, 3);

  public SeedingOptions {
    configurations = List.copyOf(configurations);
    runs = List.copyOf(runs);
    microbench = List.copyOf(microbench);
    recordings = List.copyOf(recordings);
    if (hardware < 0) {
      throw new IllegalArgumentException("seeding.hardware must be ≥ 0, was " + hardware + ".");
    }
    if (top < 1) {
      throw new IllegalArgumentException("seeding.top must be ≥ 1, was " + top + ".");
    }
  }

  /** Adapts to another kernel: drops configurations, runs and files of this kernel. */
  public SeedingOptions onOtherKernel() {
    return new SeedingOptions(
        List.of(),
        List.of(),
        microbench.stream().filter(USUAL_PLACE::equals).toList(),
        List.of(),
        hardware,
        List.of(NEAREST, SHIPPED, NONE).contains(prior) ? prior : NEAREST,
        top);
  }

  /** Adds the configurations of another program's file that are not listed yet. */
  public SeedingOptions withConfigurations(List<Map<String, Value>> more, String source) {
    var all = new ArrayList<>(configurations);
    more.stream()
        .filter(values -> all.stream().noneMatch(listed -> listed.values().equals(values)))
        .forEach(values -> all.add(new Listed(values, source)));
    return new SeedingOptions(all, runs, microbench, recordings, hardware, prior, top);
  }

  public SeedingOptions withRun(String run) {
    return new SeedingOptions(
        configurations, with(runs, run), microbench, recordings, hardware, prior, top);
  }

  /** Adds a file: a {@code micro_best.json} or a recording; or takes a file of priors. */
  public SeedingOptions withFile(Path file) {
    if (MicroBest.hasKey(file, "priors")) {
      return new SeedingOptions(configurations, runs, microbench, recordings, hardware, file, top);
    }
    return MicroBest.hasKey(file, "best")
        ? new SeedingOptions(
            configurations, runs, with(microbench, file), recordings, hardware, prior, top)
        : new SeedingOptions(
            configurations, runs, microbench, with(recordings, file), hardware, prior, top);
  }

  /** Most configurations from the leaderboard. */
  public int priors() {
    return prior.equals(NEAREST) ? top : 0;
  }

  private static <T> List<T> with(List<T> present, T added) {
    var more = new ArrayList<>(present);
    more.add(added);
    return more;
  }
}

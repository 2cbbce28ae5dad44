package dev.evokernel.config;

import dev.evokernel.expr.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The {@code seeding} section of a job: what generation 0 starts from besides the default, in the
 * order in which it is tried.
 *
 * @param configurations hand-written, full or partial, as they stand in the file
 * @param runs earlier runs, {@code RUN} for the best of one or {@code RUN/NUMBER} for a candidate
 * @param microbench the {@code micro_best.json} files; the one at the usual place is {@link
 *     #USUAL_PLACE}
 * @param recordings cache files of Kernel Tuner and T4 files
 * @param hardware how many configurations that the device itself suggests
 * @param prior what is taken from the leaderboard
 * @param top how many each of these gives at most
 */
public record SeedingOptions(
    List<Map<String, Value>> configurations,
    List<String> runs,
    List<Path> microbench,
    List<Path> recordings,
    int hardware,
    Prior prior,
    int top) {

  /** Stands for {@code results/micro/<kernel>/micro_best.json}. */
  static final Path USUAL_PLACE = Path.of("auto");

  public static final SeedingOptions DEFAULT =
      new SeedingOptions(List.of(), List.of(), List.of(), List.of(), 0, Prior.NEAREST, 3);

  /** What is taken from the leaderboard. */
  public enum Prior {
    /** The best on the nearest shapes and devices. */
    NEAREST,
    NONE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public SeedingOptions {
    configurations =
        configurations.stream()
            .map(seed -> Collections.unmodifiableMap(new LinkedHashMap<>(seed)))
            .toList();
    runs = List.copyOf(runs);
    microbench = List.copyOf(microbench);
    recordings = List.copyOf(recordings);
    if (hardware < 0) {
      throw new IllegalArgumentException("A device suggests no " + hardware + " seeds.");
    }
    if (top < 1) {
      throw new IllegalArgumentException("A source gives at least 1 seed, not " + top + ".");
    }
  }

  /** The same for another kernel, of which these configurations, runs and files know nothing. */
  SeedingOptions onOtherKernel() {
    return new SeedingOptions(
        List.of(),
        List.of(),
        microbench.stream().filter(USUAL_PLACE::equals).toList(),
        List.of(),
        hardware,
        prior,
        top);
  }

  /** The same, and a run or a candidate more. */
  public SeedingOptions withRun(String run) {
    return new SeedingOptions(
        configurations, with(runs, run), microbench, recordings, hardware, prior, top);
  }

  /** The same, and a file more: what a microbenchmark found, or a recording. */
  public SeedingOptions withFile(Path file) {
    return MicroBest.isOne(file)
        ? new SeedingOptions(
            configurations, runs, with(microbench, file), recordings, hardware, prior, top)
        : new SeedingOptions(
            configurations, runs, microbench, with(recordings, file), hardware, prior, top);
  }

  /** The same with another number of seeds from each source. */
  public SeedingOptions withTop(int other) {
    return new SeedingOptions(configurations, runs, microbench, recordings, hardware, prior, other);
  }

  /** How many the leaderboard gives at most. */
  public int priors() {
    return switch (prior) {
      case NEAREST -> top;
      case NONE -> 0;
    };
  }

  private static <T> List<T> with(List<T> some, T another) {
    var more = new ArrayList<>(some);
    more.add(another);
    return more;
  }
}

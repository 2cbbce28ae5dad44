package dev.evokernel.roofline;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;
import dev.evokernel.roofline.WeighedSpace.Weighed;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.EmptySpaceException;

/**
 * Configurations suggested by a device's limits, before anything is compiled.
 *
 * <p>Every combination of the parameters in the estimate is ranked by the geometric mean of its
 * estimated times over the shapes; the other parameters keep their default. The best combinations
 * are chosen so that each differs from all earlier ones in at least two parameters if possible.
 * Configurations that look clearly slower than the default are omitted. The suggestions are
 * deterministic for a space, limits and shapes.
 */
public final class HardwareSuggestions {

  private static final int APART = 2;

  /** Relative difference below which estimates count as equal. */
  private static final double RESOLUTION = 1e-3;

  private final Kernel kernel;
  private final List<WeighedSpace> spaces;

  public HardwareSuggestions(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    this.kernel = kernel;
    this.spaces =
        kernel.variants().isEmpty()
            ? List.of(WeighedSpace.of(kernel, kernel, shapes, limits))
            : kernel.variants().chosen().stream()
                .flatMap(variant -> space(kernel, variant, shapes, limits).stream())
                .toList();
  }

  private static Optional<WeighedSpace> space(
      Kernel kernel, Variant variant, List<Shape> shapes, DeviceLimits limits) {
    try {
      Kernel alone = kernel.only(List.of(variant.name()));
      return Optional.of(WeighedSpace.of(alone, variant.kernel(), shapes, limits));
    } catch (EmptySpaceException _) {
      return Optional.empty();
    }
  }

  /** Parameters in the estimate; empty if it cannot estimate. */
  public List<String> parameters() {
    return spaces.stream()
        .flatMap(space -> space.estimate().parameters().stream())
        .distinct()
        .toList();
  }

  /** Reason for the lack of suggestions, in one or two sentences. */
  public String nothing() {
    String looked =
        kernel.launches().isEmpty()
            ? "parameters named THREADS, and TILE_D or BLOCK_D for a dimension D"
            : "the parameters that 'launch' reads";
    return ("The limits of the device suggest no configuration of '%s' as good as the default."
            + " The estimate uses %s; here %s.")
        .formatted(kernel.name(), looked, parameters());
  }

  /**
   * The best configurations, most promising first.
   *
   * @return at most {@code count} configurations, without the default, which is in generation 0
   *     anyway
   */
  public List<InitialConfiguration> best(int count) {
    List<Weighed> ranked = ranked();
    List<Configuration> chosen = new ArrayList<>();
    choose(onePerEstimate(ranked), APART, count, chosen);
    choose(ranked, APART, count, chosen);
    choose(ranked, 1, count, chosen);
    return IntStream.range(0, chosen.size())
        .mapToObj(i -> new InitialConfiguration(chosen.get(i), "hardware #" + (i + 1)))
        .toList();
  }

  private static List<Weighed> onePerEstimate(List<Weighed> ranked) {
    var seen = new HashSet<Long>();
    return ranked.stream()
        .filter(weighed -> seen.add(Math.round(Math.log(weighed.clocks()) / RESOLUTION)))
        .toList();
  }

  private static void choose(
      List<Weighed> ranked, int apart, int count, List<Configuration> chosen) {
    for (Weighed weighed : ranked) {
      if (chosen.size() < count && isApart(weighed.configuration(), chosen, apart)) {
        chosen.add(weighed.configuration());
      }
    }
  }

  private static boolean isApart(Configuration one, List<Configuration> chosen, int least) {
    return chosen.stream().allMatch(other -> differences(one, other) >= least);
  }

  static int differences(Configuration one, Configuration other) {
    return (int)
        one.values().keySet().stream()
            .filter(name -> !one.find(name).equals(other.find(name)))
            .count();
  }

  private List<Weighed> ranked() {
    return spaces.stream()
        .flatMap(space -> space.weighed(kernel.defaultConfiguration()).stream())
        .sorted(Comparator.comparingDouble(Weighed::clocks))
        .toList();
  }
}

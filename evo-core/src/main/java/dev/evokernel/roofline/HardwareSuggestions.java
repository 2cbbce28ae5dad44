package dev.evokernel.roofline;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;
import dev.evokernel.roofline.WeighedSpace.Weighed;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.EmptySpaceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Configurations that a device's limits suggest, before anything is compiled.
 *
 * <p>Every combination of the parameters that the estimate looks at is weighed, by the geometric
 * mean of its estimated times over the shapes; the other parameters stay as in the default, since
 * the estimate has no opinion of them. The best are taken one after the other, each unlike all
 * before it in at least two parameters where that is possible: neighbours would be one bet made
 * several times. Nothing is suggested that looks clearly slower than the default. The same space,
 * limits and shapes give the same seeds.
 */
public final class HardwareSuggestions {

  private static final int APART = 2;

  /** Estimates that differ by less than this share are one. */
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

  /** Empty where the variant has no valid configuration here. */
  private static Optional<WeighedSpace> space(
      Kernel kernel, Variant variant, List<Shape> shapes, DeviceLimits limits) {
    try {
      Kernel alone = kernel.only(List.of(variant.name()));
      return Optional.of(WeighedSpace.of(alone, variant.kernel(), shapes, limits));
    } catch (EmptySpaceException _) {
      return Optional.empty();
    }
  }

  /** The parameters that the estimate looks at; empty where it can say nothing. */
  public List<String> parameters() {
    return spaces.stream()
        .flatMap(space -> space.estimate().parameters().stream())
        .distinct()
        .toList();
  }

  /** Why nothing follows from the device, where that is so; a sentence or two. */
  public String nothing() {
    String looked =
        kernel.launch() == null
            ? "parameters named THREADS, and TILE_D or BLOCK_D for a dimension D"
            : "the parameters that 'launch' reads";
    return "The device suggests nothing for '%s' that promises as much as the default. What is looked at are %s; here %s."
        .formatted(kernel.name(), looked, parameters());
  }

  /**
   * The best, the most promising first.
   *
   * @return fewer than {@code count} where there are no more; never the default, which is in
   *     generation 0 anyway
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

  /** Whom the estimate cannot tell apart are one bet: the first of them stands for all. */
  private static List<Weighed> onePerEstimate(List<Weighed> ranked) {
    var seen = new HashSet<Long>();
    return ranked.stream()
        .filter(one -> seen.add(Math.round(Math.log(one.clocks()) / RESOLUTION)))
        .toList();
  }

  private static void choose(
      List<Weighed> ranked, int apart, int count, List<Configuration> chosen) {
    for (Weighed one : ranked) {
      if (chosen.size() < count && isApart(one.configuration(), chosen, apart)) {
        chosen.add(one.configuration());
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

  /** The most promising of all variants first; within one as that ranks them. */
  private List<Weighed> ranked() {
    return spaces.stream()
        .flatMap(space -> space.weighed(kernel.defaultConfiguration()).stream())
        .sorted(Comparator.comparingDouble(Weighed::clocks))
        .toList();
  }
}

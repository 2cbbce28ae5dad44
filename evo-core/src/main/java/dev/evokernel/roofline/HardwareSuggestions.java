package dev.evokernel.roofline;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.SearchSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
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

  /** Beyond so many combinations so many are drawn. */
  private static final int AT_MOST = 100_000;

  private static final int APART = 2;

  /** Estimates that differ by less than this share are one. */
  private static final double RESOLUTION = 1e-3;

  /** Estimates are rough; but what is this much slower than the default's is no suggestion. */
  private static final double WORTH_TRYING = 1.25;

  private record Weighed(Configuration configuration, double clocks) {}

  private final SearchSpace space;
  private final Kernel kernel;
  private final List<Shape> shapes;
  private final TimeEstimate estimate;

  public HardwareSuggestions(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    this.kernel = kernel;
    this.shapes = List.copyOf(shapes);
    this.space = SearchSpace.of(kernel, shapes, limits);
    LaunchGeometry launch = kernel.launch();
    this.estimate =
        launch == null
            ? new CpuEstimate(kernel, limits, Tiles.of(kernel))
            : new GpuEstimate(kernel, launch, limits, Tiles.of(kernel));
  }

  /** The parameters that the estimate looks at; empty where it can say nothing. */
  public List<String> parameters() {
    return estimate.parameters();
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
    List<Weighed> ranked = weighed();
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

  private static int differences(Configuration one, Configuration other) {
    return (int)
        one.values().keySet().stream()
            .filter(name -> !one.value(name).equals(other.value(name)))
            .count();
  }

  private List<Weighed> weighed() {
    int[] theDefault = space.choices(kernel.defaultConfiguration());
    List<Weighed> ranked = new ArrayList<>();
    for (int[] choices : combinations(theDefault)) {
      if (space.contains(choices) && !Arrays.equals(choices, theDefault)) {
        Configuration configuration = space.configuration(choices);
        clocks(configuration).ifPresent(value -> ranked.add(new Weighed(configuration, value)));
      }
    }
    OptionalDouble own = clocks(kernel.defaultConfiguration());
    own.ifPresent(value -> ranked.removeIf(one -> one.clocks() > WORTH_TRYING * value));
    // Among equals those that change least: the rest of the default was chosen to go with it.
    ranked.sort(
        Comparator.comparingDouble(Weighed::clocks)
            .thenComparingInt(
                one -> differences(one.configuration(), kernel.defaultConfiguration())));
    return ranked;
  }

  /** The geometric mean over the shapes; empty where one of them cannot be run. */
  private OptionalDouble clocks(Configuration configuration) {
    double sum = 0;
    for (Shape shape : shapes) {
      OptionalDouble clocks = estimate.clocks(configuration, shape);
      if (clocks.isEmpty()) {
        return clocks;
      }
      sum += Math.log(clocks.getAsDouble());
    }
    return OptionalDouble.of(Math.exp(sum / shapes.size()));
  }

  /** Choices that differ from these in the parameters that the estimate looks at. */
  private List<int[]> combinations(int[] from) {
    List<Parameter> parameters = space.parameters();
    int[] open =
        IntStream.range(0, parameters.size())
            .filter(i -> estimate.parameters().contains(parameters.get(i).name()))
            .toArray();
    long count =
        Arrays.stream(open)
            .mapToLong(i -> parameters.get(i).values().size())
            .reduce(1, Math::multiplyExact);
    var random = new SplittableRandom(0);
    List<int[]> combinations = new ArrayList<>();
    for (long n = 0; n < Math.min(count, AT_MOST); n++) {
      int[] choices = from.clone();
      long rest = count <= AT_MOST ? n : random.nextLong(count);
      for (int i : open) {
        int values = parameters.get(i).values().size();
        choices[i] = (int) (rest % values);
        rest /= values;
      }
      combinations.add(choices);
    }
    return combinations;
  }
}

package dev.evokernel.roofline;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.space.SearchSpace;

/** Configurations of a kernel or a variant with estimated times. */
record WeighedSpace(SearchSpace space, Kernel kernel, List<Shape> shapes, TimeEstimate estimate) {

  private static final int AT_MOST = 100_000;

  /** Largest ratio to the default's estimate of a suggestion. */
  private static final double WORTH_TRYING = 1.25;

  /** Estimate of a configuration's time before compilation. */
  interface TimeEstimate {

    List<String> parameters();

    /** Estimated clocks of one launch, to rank by; empty if the shape cannot run. */
    OptionalDouble clocks(Configuration configuration, Shape shape);
  }

  /** Configuration with the estimated clocks of a launch, the geometric mean over the shapes. */
  record Weighed(Configuration configuration, double clocks) {}

  static WeighedSpace of(Kernel whole, Kernel own, List<Shape> shapes, DeviceLimits limits) {
    return new WeighedSpace(
        SearchSpace.of(whole, shapes, limits),
        own,
        List.copyOf(shapes),
        own.launches().isEmpty()
            ? new CpuEstimate(own, limits, Tiles.of(own))
            : new GpuEstimate(own, limits, Tiles.of(own)));
  }

  /** Configurations about as good as the variant's default, most promising first. */
  List<Weighed> weighed(Configuration theKernels) {
    int[] theDefault = space.choices(kernel.defaultConfiguration().plain());
    List<Weighed> ranked = new ArrayList<>();
    for (int[] choices : combinations(theDefault)) {
      Configuration configuration = space.configuration(choices);
      if (space.contains(choices) && !configuration.equals(theKernels)) {
        clocks(configuration).ifPresent(value -> ranked.add(new Weighed(configuration, value)));
      }
    }
    OptionalDouble own = clocks(kernel.defaultConfiguration().plain());
    own.ifPresent(value -> ranked.removeIf(weighed -> weighed.clocks() > WORTH_TRYING * value));
    // Fewer changes first among equals, since the default's values fit each other.
    ranked.sort(
        Comparator.comparingDouble(Weighed::clocks)
            .thenComparingInt(
                weighed ->
                    HardwareSuggestions.differences(
                        weighed.configuration(), kernel.defaultConfiguration())));
    return ranked;
  }

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

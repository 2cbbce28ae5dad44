package dev.evokernel.shipping.format;

import module java.base;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.tuning.comparison.NamedConfiguration;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Configurations that differ from a known one in one parameter, by one step in its list of values.
 */
final class Neighbours {

  private Neighbours() {}

  /**
   * Draws neighbours that the kernel's constraints allow on all shapes.
   *
   * @param most the maximum number
   */
  static List<Configuration> of(
      Kernel kernel,
      Configuration configuration,
      List<Shape> shapes,
      int most,
      RandomGenerator random) {
    var all = new ArrayList<Configuration>();
    for (Parameter parameter : kernel.of(configuration).parameters()) {
      int position =
          parameter
              .values()
              .indexOf(Objects.requireNonNull(configuration.values().get(parameter.name())));
      for (int step : new int[] {-1, 1}) {
        int other = position + step;
        if (position >= 0 && other >= 0 && other < parameter.values().size()) {
          all.add(configuration.with(parameter.name(), parameter.values().get(other)));
        }
      }
    }
    Collections.shuffle(all, Random.from(random));
    return all.stream()
        .filter(neighbour -> isAllowed(kernel, neighbour, shapes))
        .limit(most)
        .toList();
  }

  /** Whether the kernel has a configuration and its constraints allow it on all shapes. */
  static boolean isAllowed(Kernel kernel, Configuration configuration, List<Shape> shapes) {
    try {
      return NamedConfiguration.carriedOver(kernel, configuration, shapes, "a neighbour")
          .equals(configuration);
    } catch (BadInputException _) {
      return false;
    }
  }
}

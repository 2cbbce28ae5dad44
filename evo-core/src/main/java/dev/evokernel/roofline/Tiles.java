package dev.evokernel.roofline;

import module java.base;

import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;

/**
 * Parameters that tile a dimension of the shape by name: {@code TILE_D} or {@code BLOCK_D} for a
 * dimension {@code D}.
 *
 * @param parallel dimensions of an output; a thread sums over the others
 */
record Tiles(SequencedMap<String, String> dimensions, Set<String> parallel) {

  private static final List<String> PREFIXES = List.of("TILE_", "BLOCK_");

  static Tiles of(Kernel kernel) {
    Set<String> known = kernel.shapes().getFirst().dimensions().keySet();
    var dimensions = new LinkedHashMap<String, String>();
    for (Parameter parameter : kernel.parameters()) {
      String dimension = dimension(parameter.name());
      if (parameter.type() == Type.INTEGER && known.contains(dimension)) {
        dimensions.put(parameter.name(), dimension);
      }
    }
    return new Tiles(
        dimensions,
        kernel.outputs().stream()
            .map(Argument.Buffer::dimensions)
            .flatMap(List::stream)
            .flatMap(size -> size.names().stream())
            .collect(Collectors.toSet()));
  }

  private static String dimension(String parameter) {
    return PREFIXES.stream()
        .filter(parameter::startsWith)
        .map(prefix -> parameter.substring(prefix.length()))
        .findFirst()
        .orElse("");
  }

  List<Double> sides(Configuration configuration, Shape shape) {
    return dimensions.entrySet().stream().map(tile -> side(tile, configuration, shape)).toList();
  }

  double count(Configuration configuration, Shape shape) {
    return dimensions.entrySet().stream()
        .filter(tile -> parallel.contains(tile.getValue()))
        .mapToDouble(tile -> Math.ceil(extent(tile, shape) / side(tile, configuration, shape)))
        .reduce(1, (product, tiles) -> product * tiles);
  }

  private static double side(
      Map.Entry<String, String> tile, Configuration configuration, Shape shape) {
    return Math.min(extent(tile, shape), (double) integer(configuration, tile.getKey()));
  }

  private static double extent(Map.Entry<String, String> tile, Shape shape) {
    return shape.dimensions().getOrDefault(tile.getValue(), 1L);
  }

  /** Value of a parameter, at least 1 for use as a divisor. */
  static long integer(Configuration configuration, String name) {
    return configuration.value(name) instanceof Value.IntegerValue(long value)
        ? Math.max(1, value)
        : 1;
  }
}

package dev.evokernel.roofline;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * From the parameters whose names say what they are: {@code THREADS}, and {@code TILE_D} or {@code
 * BLOCK_D} for a dimension {@code D} of the shape.
 *
 * <p>Threads share the tiles of the output: the last round of them is rarely full, and threads
 * beyond the cores take turns. A tile's blocks, one for each pair of tiled dimensions, are read
 * once for all its operations while they stay within a core's level-2 cache; blocks that are larger
 * are read again, the more so the larger they are.
 */
record CpuEstimate(Kernel kernel, DeviceLimits limits) implements Estimate {

  private static final String THREADS = "THREADS";

  /** From beyond the level-2 cache, of one core in a clock. */
  private static final double BYTES = 8;

  @Override
  public List<String> parameters() {
    Set<String> dimensions = kernel.shapes().getFirst().dimensions().keySet();
    return kernel.parameters().stream()
        .filter(parameter -> parameter.type() == Type.INTEGER)
        .map(Parameter::name)
        .filter(name -> name.equals(THREADS) || dimensions.contains(dimension(name)))
        .toList();
  }

  @Override
  public OptionalDouble clocks(Configuration configuration, Shape shape) {
    Frame frame = Bindings.frame(kernel, limits, shape, configuration);
    double cores = limits.value(Limit.CORES);
    double threads = threads(configuration, cores);
    double tiles = 1;
    double operations = 1;
    List<Double> sides = new ArrayList<>();
    Set<String> parallel = outputDimensions();
    for (String name : parameters()) {
      Long extent = shape.dimensions().get(dimension(name));
      if (extent != null) {
        double side = Math.min(extent, integer(configuration, name));
        sides.add(side);
        operations *= side;
        tiles *= parallel.contains(dimension(name)) ? Math.ceil(extent / side) : 1;
      }
    }
    double used = Math.min(threads, cores);
    double rounds = sides.isEmpty() ? 1 : Math.ceil(tiles / threads) * threads / tiles;
    double turns = Math.max(1, threads / cores);
    double perOperation = 1 / (limits.value(Limit.VECTOR_BYTES) / 4.0) / 4;
    double reading = sides.isEmpty() ? 0 : blockBytes(sides) / (2 * operations) / BYTES;
    double again = Math.max(1, blockBytes(sides) / limits.value(Limit.L2_BYTES));
    double flops = Math.max(1, kernel.work().flops().real(frame));
    return OptionalDouble.of(
        flops * (perOperation + reading * again) / used * rounds * turns);
  }

  private double threads(Configuration configuration, double cores) {
    return parameters().contains(THREADS)
        ? Math.max(1, integer(configuration, THREADS))
        : cores;
  }

  private static long integer(Configuration configuration, String name) {
    return configuration.value(name) instanceof Value.IntegerValue(long value) ? value : 1;
  }

  /** One block for each pair of sides; a single side stands for two vectors. */
  private double blockBytes(List<Double> sides) {
    double elements = sides.size() == 1 ? 2 * sides.getFirst() : 0;
    for (int i = 0; i < sides.size(); i++) {
      for (int j = i + 1; j < sides.size(); j++) {
        elements += sides.get(i) * sides.get(j);
      }
    }
    int widest = kernel.arguments().stream().mapToInt(one -> one.type().bytes()).max().orElse(4);
    return elements * widest;
  }

  /** Those that an output has: other dimensions are summed over, by whoever owns the output. */
  private Set<String> outputDimensions() {
    return kernel.outputs().stream()
        .map(Argument.Buffer::dimensions)
        .flatMap(List::stream)
        .flatMap(size -> size.names().stream())
        .collect(Collectors.toSet());
  }

  /** What a tile's name says it tiles; empty for other names. */
  private static String dimension(String parameter) {
    return Map.of("TILE_", 5, "BLOCK_", 6).entrySet().stream()
        .filter(prefix -> parameter.startsWith(prefix.getKey()))
        .map(prefix -> parameter.substring(prefix.getValue()))
        .findFirst()
        .orElse("");
  }
}

package dev.evokernel.roofline;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Time estimate from parameters with known names: {@code THREADS}, and {@link Tiles}.
 *
 * <p>Threads share the output tiles. The last round of tiles is rarely full, and threads beyond the
 * number of cores take turns. A tile has one block for each pair of tiled dimensions. Blocks that
 * fit in the level-2 cache are read once for all operations; larger blocks are read again, in
 * proportion to their size.
 */
record CpuEstimate(Kernel kernel, DeviceLimits limits, Tiles tiles)
    implements WeighedSpace.TimeEstimate {

  private static final String THREADS = "THREADS";

  /** Bytes from beyond the level-2 cache, for one core and clock. */
  private static final double BYTES = 8;

  /** Operations of one core, lane and clock: two fused multiply-adds. */
  private static final double FLOPS_OF_A_LANE = 4;

  @Override
  public List<String> parameters() {
    return kernel.parameters().stream()
        .map(Parameter::name)
        .filter(name -> name.equals(THREADS) || tiles.dimensions().containsKey(name))
        .toList();
  }

  @Override
  public OptionalDouble clocks(Configuration configuration, Shape shape) {
    double cores = limits.value(Limit.CORES);
    double threads =
        configuration.values().containsKey(THREADS) ? Tiles.integer(configuration, THREADS) : cores;
    double lanes = limits.value(Limit.VECTOR_BYTES) / (double) Float.BYTES;
    double each = 1 / (FLOPS_OF_A_LANE * lanes) + reading(configuration, shape);
    double turns = Math.max(1, threads / cores);
    double count = tiles.count(configuration, shape);
    double rounds = count > 1 ? Math.ceil(count / threads) * threads / count : 1;
    Frame frame = limits.frame(kernel, shape, configuration);
    double flops = Math.max(1, kernel.work().flops().real(frame));
    return OptionalDouble.of(flops * each * rounds * turns / Math.min(threads, cores));
  }

  /** Clocks to read the data of one operation. */
  private double reading(Configuration configuration, Shape shape) {
    List<Double> sides = tiles.sides(configuration, shape);
    if (sides.isEmpty()) {
      return 0;
    }
    double operations = 2 * sides.stream().reduce(1.0, (product, side) -> product * side);
    double bytes = blockElements(sides) * widest(shape);
    return bytes / operations / BYTES * Math.max(1, bytes / limits.value(Limit.L2_BYTES));
  }

  /** Elements of all blocks: one for each pair of sides; a single side means two vectors. */
  private static double blockElements(List<Double> sides) {
    double elements = sides.size() == 1 ? 2 * sides.getFirst() : 0;
    for (int i = 0; i < sides.size(); i++) {
      for (int j = i + 1; j < sides.size(); j++) {
        elements += sides.get(i) * sides.get(j);
      }
    }
    return elements;
  }

  private int widest(Shape shape) {
    return kernel.on(shape).arguments().stream()
        .mapToInt(argument -> argument.type().bytes())
        .max()
        .orElse(Float.BYTES);
  }
}

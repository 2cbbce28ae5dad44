package dev.evokernel.roofline;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.roofline.Residency.Multiprocessor;
import dev.evokernel.store.Arithmetic;

/**
 * Time estimate from the launch geometry: resident blocks on a multiprocessor, waves of the grid,
 * and reads of the blocks.
 *
 * <p>The estimate is the longest of three times, divided by the share of the device that the waves
 * keep busy:
 *
 * <ol>
 *   <li>operations at the rate of the tensor cores or vector units. Two warps for each of the four
 *       schedulers keep them busy (Volkov, <i>Better performance at lower occupancy</i>, 2010:
 *       independent instructions do the rest); with fewer warps the time grows in proportion;
 *   <li>bytes at the rate of memory. By Little's law, latency times rate must be in flight; a
 *       thread is assumed to have 16 bytes in flight;
 *   <li>if operations bind, reads of all blocks through the level-2 cache. Blocks that tile an
 *       output evenly in two dimensions each read the inputs over the root of their number, so that
 *       all blocks read the inputs as many times as that root: larger tiles read less.
 * </ol>
 *
 * <p>If a grid has fewer blocks than the output has {@link Tiles}, blocks take tiles in turns; the
 * last round is rarely full.
 *
 * <p>Data that blocks exchange in scratch memory is written once and read once, through the level-2
 * cache or, if too large, through memory. This time is added, since a block then has no other work.
 *
 * <p>Registers are unknown before compilation and are not a limit here. All rates are per clock, so
 * that clock frequencies do not matter.
 */
record GpuEstimate(Kernel kernel, DeviceLimits limits, Tiles tiles)
    implements WeighedSpace.TimeEstimate {

  /** Bytes of a multiprocessor per clock from the level-2 cache: 5120 on an A100 with 108. */
  private static final double CACHE_BYTES = 48;

  /** Bytes of a multiprocessor per clock from memory: 13 on an A100, 20 on an H200. */
  private static final double MEMORY_BYTES = 16;

  private static final double LATENCY = 800;
  private static final double BYTES_IN_FLIGHT = 16;
  private static final double ENOUGH_WARPS_FOR_PRODUCTS = 8;

  @Override
  public List<String> parameters() {
    Set<String> read = new HashSet<>();
    kernel.launches().stream()
        .flatMap(launch -> launch.expressions().stream())
        .map(Expression::names)
        .forEach(read::addAll);
    kernel.entryPoint().signature().scratch().forEach(own -> read.addAll(own.elements().names()));
    read.addAll(tiles.dimensions().keySet());
    return kernel.parameters().stream().map(Parameter::name).filter(read::contains).toList();
  }

  @Override
  public OptionalDouble clocks(Configuration configuration, Shape shape) {
    Optional<Residency> found =
        Residency.of(kernel, limits, shape, configuration, Residency.Compiled.UNKNOWN);
    if (found.isEmpty()) {
      return OptionalDouble.empty();
    }
    Residency residency = found.get();
    Frame frame = limits.frame(kernel, shape, configuration);
    double cores = limits.value(Limit.CORES);
    double blocks = residency.waves().blocks();
    double pieces = Math.max(blocks, tiles.count(configuration, shape));
    double flops = kernel.work().flops().real(frame) / cores;
    double bytes = kernel.work().bytes().real(frame) / cores;
    double products = flops / flopsPerClock(shape);
    double transfer = bytes / MEMORY_BYTES;
    double reads = products > transfer ? Math.sqrt(pieces) * bytes / CACHE_BYTES : 0;
    double longest =
        Math.max(
            Math.max(products / adequacy(residency, ENOUGH_WARPS_FOR_PRODUCTS), reads),
            transfer / adequacy(residency, enoughWarpsForMemory()));
    double rounds = pieces / blocks;
    return OptionalDouble.of(
        longest / residency.waves().efficiency() * Math.ceil(rounds) / rounds
            + exchange(shape, frame) / cores);
  }

  private double exchange(Shape shape, Frame frame) {
    double bytes =
        kernel.on(shape).entryPoint().signature().scratch().stream()
            .mapToDouble(own -> own.type().bytes(own.elements().integer(frame)))
            .sum();
    return 2 * bytes / (bytes > limits.value(Limit.L2_BYTES) ? MEMORY_BYTES : CACHE_BYTES);
  }

  private static double adequacy(Residency residency, double enough) {
    return Math.min(1, residency.warps() / enough);
  }

  /** Warps whose bytes in flight saturate memory, by Little's law. */
  static double enoughWarpsForMemory() {
    return LATENCY * MEMORY_BYTES / (BYTES_IN_FLIGHT * Multiprocessor.WARP);
  }

  /** Operations of one multiprocessor per clock, from NVIDIA's white papers. */
  private double flopsPerClock(Shape shape) {
    int capability = (int) limits.value(Limit.COMPUTE_CAPABILITY);
    return switch (Arithmetic.of(kernel, List.of(shape))) {
      case F16, BF16 ->
          switch (capability) {
            case 80, 87 -> 2048;
            case 90 -> 4096;
            case 100, 103 -> 8192;
            case 120, 121 -> 2048;
            default -> 1024;
          };
      case F32, NONE -> capability <= 80 ? 128 : 256;
      case F64 ->
          switch (capability) {
            case 70, 80 -> 64;
            case 90 -> 128;
            default -> 4;
          };
    };
  }
}

package dev.evokernel.roofline;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;

/**
 * Residency of a configuration on a GPU for one shape.
 *
 * @param occupancy share of a multiprocessor's warps that can be resident, from 0 to 1
 */
public record Residency(long threads, long sharedBytes, double occupancy, Waves waves) {

  /** Resource use reported by the compiler. */
  public record Compiled(int registers, int staticShared) {
    /** Unknown resource use, before compilation. */
    public static final Compiled UNKNOWN = new Compiled(0, 0);
  }

  /**
   * Waves of resident blocks in a grid. The last wave is rarely full and leaves multiprocessors
   * idle.
   */
  public record Waves(long blocks, int residentBlocks, long multiprocessors) {

    public Waves {
      if (blocks < 1 || residentBlocks < 1 || multiprocessors < 1) {
        throw new IllegalArgumentException(
            "Waves need counts > 0, had %d blocks, %d resident on each of %d multiprocessors."
                .formatted(blocks, residentBlocks, multiprocessors));
      }
    }

    /** Number of waves, the last one as a fraction. */
    public double exact() {
      return (double) blocks / (residentBlocks * multiprocessors);
    }

    /** Number of waves, the last one as a whole. */
    public long whole() {
      return Math.ceilDiv(blocks, residentBlocks * multiprocessors);
    }

    /**
     * Share of the device's time that blocks use, from 0 to 1. Within a single wave each
     * multiprocessor is busy while its own blocks last, so that only an even spread counts.
     */
    public double efficiency() {
      return whole() > 1
          ? exact() / whole()
          : (double) blocks / (multiprocessors * Math.ceilDiv(blocks, multiprocessors));
    }

    public double tail() {
      return 1 - efficiency();
    }
  }

  /**
   * Computes the residency from the launch geometry; of several launches, from the one with most
   * threads.
   *
   * @return empty if the kernel has no geometry or its build command decides it, no block fits, or
   *     the geometry has no value
   */
  public static Optional<Residency> of(
      Kernel kernel,
      DeviceLimits limits,
      Shape shape,
      Configuration configuration,
      Compiled compiled) {
    Frame frame = limits.frame(kernel, shape, configuration);
    List<Optional<Residency>> all =
        kernel.launches().stream().map(launch -> of(launch, limits, frame, compiled)).toList();
    return all.stream().allMatch(Optional::isPresent)
        ? all.stream()
            .flatMap(Optional::stream)
            .max(Comparator.comparingDouble(each -> (double) each.threads * each.waves.blocks()))
        : Optional.empty();
  }

  private static Optional<Residency> of(
      LaunchGeometry launch, DeviceLimits limits, Frame frame, Compiled compiled) {
    if (!launch.isDecided()) {
      return Optional.empty();
    }
    try {
      long threads = product(launch.block(), frame);
      long grid = product(launch.grid(), frame);
      long shared = launch.sharedBytes().integer(frame) + compiled.staticShared();
      if (threads < 1 || grid < 1 || shared > limits.value(Limit.SHARED_MEMORY)) {
        return Optional.empty();
      }
      Multiprocessor multiprocessor = Multiprocessor.of(limits);
      int resident = multiprocessor.residentBlocks(threads, compiled.registers(), shared);
      return resident == 0
          ? Optional.empty()
          : Optional.of(
              new Residency(
                  threads,
                  shared,
                  multiprocessor.occupancy(threads, resident),
                  new Waves(grid, resident, limits.value(Limit.CORES))));
    } catch (EvaluationException _) {
      return Optional.empty();
    }
  }

  /** Active warps of a multiprocessor, also for a grid that does not fill the device. */
  public double warps() {
    double blocks =
        Math.min(waves.residentBlocks(), Math.ceilDiv(waves.blocks(), waves.multiprocessors()));
    return blocks * Multiprocessor.warpsOf(threads);
  }

  private static long product(List<Expression> sizes, Frame frame) {
    return sizes.stream().mapToLong(size -> size.integer(frame)).reduce(1, Math::multiplyExact);
  }

  /**
   * Resources of one multiprocessor and the number of blocks that fit: CUDA's occupancy rules, from
   * the table of compute capabilities in NVIDIA's programming guide.
   */
  public record Multiprocessor(
      int warps, int blocks, long registers, long sharedBytes, int reservedBytes) {

    static final int WARP = 32;

    /** Registers of a warp are allocated in units of this size. */
    private static final int REGISTER_UNIT = 256;

    /** Registers are allocated to this many warps at once, one for each scheduler. */
    private static final int SCHEDULERS = 4;

    private static final int SHARED_UNIT = 128;
    private static final int SYSTEM_BYTES = 1024;

    /** Multiprocessor of a GPU; a GPU outside the table gets the smallest limits. */
    public static Multiprocessor of(DeviceLimits limits) {
      int capability = (int) limits.value(Limit.COMPUTE_CAPABILITY);
      int warps =
          switch (capability) {
            case 70, 72, 80, 90, 100, 103 -> 64;
            case 86, 87, 89, 110, 120, 121 -> 48;
            default -> 32;
          };
      int blocks =
          switch (capability) {
            case 70, 72, 80, 90, 100, 103 -> 32;
            case 89, 110, 120, 121 -> 24;
            default -> 16;
          };
      return new Multiprocessor(
          warps,
          blocks,
          limits.value(Limit.REGISTERS),
          limits.value(Limit.L1_BYTES),
          capability >= 80 ? SYSTEM_BYTES : 0);
    }

    /**
     * Number of resident blocks; 0 if none fits.
     *
     * @param registersPerThread 0 before compilation, which sets no limit
     */
    public int residentBlocks(long threads, int registersPerThread, long shared) {
      long warpsOfBlock = warpsOf(threads);
      long fit = Math.min(blocks, warps / warpsOfBlock);
      if (registersPerThread > 0) {
        long ofWarp = roundedUp((long) registersPerThread * WARP, REGISTER_UNIT);
        fit = Math.min(fit, registers / ofWarp / SCHEDULERS * SCHEDULERS / warpsOfBlock);
      }
      long ofBlock = roundedUp(shared + reservedBytes, SHARED_UNIT);
      return (int) (ofBlock == 0 ? fit : Math.min(fit, sharedBytes / ofBlock));
    }

    /** Share of resident warps, from 0 to 1. */
    public double occupancy(long threads, int residentBlocks) {
      return (double) residentBlocks * warpsOf(threads) / warps;
    }

    static long warpsOf(long threads) {
      return Math.max(1, Math.ceilDiv(threads, (long) WARP));
    }

    private static long roundedUp(long value, int unit) {
      return Math.ceilDiv(value, (long) unit) * unit;
    }
  }
}

package dev.evokernel.kernel;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Property of a device, which expressions read as {@code device.<label>}. */
public enum Limit {
  /** CPU cores, or streaming multiprocessors. */
  CORES(8, 108),
  /** Threads that run in lock step; 1 on a CPU. */
  WARP_SIZE(1, 32),
  /** Maximum threads of a block; hardware threads on a CPU. */
  MAX_THREADS(16, 1024),
  /** Maximum shared memory of a block, opt-in included, in bytes; 0 on a CPU. */
  SHARED_MEMORY(0, 163L << 10),
  /** 32-bit registers of one core; 0 on a CPU. */
  REGISTERS(0, 65536),
  /** Level-1 data cache of one core, in bytes. */
  L1_BYTES(32L << 10, 192L << 10),
  /** Level-2 cache of a GPU or of one CPU core, in bytes. */
  L2_BYTES(1L << 20, 40L << 20),
  /** Last-level cache in bytes. */
  L3_BYTES(32L << 20, 40L << 20),
  /** Memory in bytes. */
  MEMORY(16L << 30, 40L << 30),
  /** Width of a vector register in bytes; 16 on a GPU, its widest load. */
  VECTOR_BYTES(32, 16),
  /** 10 · major + minor, for example 90; 0 on a CPU. */
  COMPUTE_CAPABILITY(0, 80);

  private final long ordinaryCpu;
  private final long ordinaryGpu;

  Limit(long ordinaryCpu, long ordinaryGpu) {
    this.ordinaryCpu = ordinaryCpu;
    this.ordinaryGpu = ordinaryGpu;
  }

  /**
   * Limits of a common device of a backend. Checks of a file use them while no device is known, to
   * find out whether an expression can be evaluated.
   */
  public static Map<Limit, Long> ordinary(String backend) {
    return Stream.of(values())
        .collect(
            Collectors.toMap(
                limit -> limit,
                limit -> backend.equals("cpu") ? limit.ordinaryCpu : limit.ordinaryGpu));
  }

  /** Sets every {@linkplain #ordinary ordinary} limit in the frame and returns the frame. */
  public static Frame bindOrdinary(String backend, Frame frame) {
    ordinary(backend)
        .forEach((limit, value) -> frame.set(limit.expressionName(), Value.of((long) value)));
    return frame;
  }

  /** Name after {@code device.}, for example {@code shared_memory}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Name in expressions, for example {@code device.shared_memory}. */
  public String expressionName() {
    return "device." + label();
  }

  /** Whether a name in an expression is that of a limit. */
  public static boolean isExpressionName(String name) {
    return name.startsWith("device.");
  }
}

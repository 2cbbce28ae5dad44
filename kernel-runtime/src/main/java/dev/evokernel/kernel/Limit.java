package dev.evokernel.kernel;

import java.util.Locale;

/** A property of a device, which expressions read as {@code device.<label>}. */
public enum Limit {
  /** Cores that run threads of their own: CPU cores, or streaming multiprocessors. */
  CORES,
  /** Threads that run in lock step; 1 on a CPU. */
  WARP_SIZE,
  /** Threads of one block at most; on a CPU the hardware threads. */
  MAX_THREADS,
  /** Shared memory of one block at most, opted in where needed, in bytes; 0 on a CPU. */
  SHARED_MEMORY,
  /** 32-bit registers of one core; 0 on a CPU. */
  REGISTERS,
  /** Level-1 data cache of one core, in bytes. */
  L1_BYTES,
  /** Level-2 cache: of the device, or of one CPU core, in bytes. */
  L2_BYTES,
  /** Last-level cache in bytes. */
  L3_BYTES,
  /** Memory in bytes. */
  MEMORY,
  /** Width of a vector register in bytes; 16 on a GPU, its widest load. */
  VECTOR_BYTES,
  /** 10 · major + minor, for example 90; 0 on a CPU. */
  COMPUTE_CAPABILITY;

  /** The name after {@code device.}, for example {@code shared_memory}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name that expressions use, for example {@code device.shared_memory}. */
  public String expressionName() {
    return "device." + label();
  }

  /** Whether an expression's name is that of a limit. */
  public static boolean isExpressionName(String name) {
    return name.startsWith("device.");
  }
}

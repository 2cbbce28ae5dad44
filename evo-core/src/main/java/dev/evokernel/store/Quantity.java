package dev.evokernel.store;

import java.util.Arrays;
import java.util.Locale;

/** What of a device was measured. */
public enum Quantity {
  /** A copy between places in memory, bytes read and written. */
  MEMORY("memory bandwidth", Unit.BYTES),
  /** A copy of what the last-level cache holds from launch to launch. */
  CACHE("last-level cache bandwidth", Unit.BYTES),
  /** Fused products and sums of f32, by the vector units. */
  F32("f32 multiply and add", Unit.FLOPS),
  /** Products of f16 with f32 sums, by the tensor cores. */
  F16("f16 tensor cores", Unit.FLOPS),
  /** Products of bf16 with f32 sums, by the tensor cores. */
  BF16("bf16 tensor cores", Unit.FLOPS),
  /** A launch that does next to nothing, among many: in a graph on a GPU, a call on a CPU. */
  LAUNCH("a launch among many", Unit.LAUNCHES),
  /** The same by itself. */
  SINGLE_LAUNCH("a launch by itself", Unit.LAUNCHES),
  /** A parallel region with all threads, which do next to nothing. */
  REGION("a parallel region", Unit.LAUNCHES);

  /** What its amount counts. */
  public enum Unit {
    BYTES,
    FLOPS,
    LAUNCHES
  }

  private final String title;
  private final Unit unit;

  Quantity(String title, Unit unit) {
    this.title = title;
    this.unit = unit;
  }

  /** In words, for example {@code memory bandwidth}. */
  public String title() {
    return title;
  }

  public Unit unit() {
    return unit;
  }

  /** In files, for example {@code single-launch}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Quantity ofLabel(String label) {
    return Arrays.stream(values())
        .filter(one -> one.label().equals(label))
        .findFirst()
        .orElseThrow();
  }
}

package dev.evokernel.store.record;

import dev.evokernel.kernel.yaml.Labelled;

/** Measured quantity of a device. */
public enum Quantity implements Labelled {
  /** Copy in memory, bytes read and written. */
  MEMORY("memory bandwidth", Unit.BYTES),
  /** Copy of data that stays in the last-level cache between launches. */
  CACHE("last-level cache bandwidth", Unit.BYTES),
  /** Fused f32 multiply-adds on the vector units. */
  F32("f32 multiply and add", Unit.FLOPS),
  /** f16 products with f32 sums on the tensor cores. */
  F16("f16 tensor cores", Unit.FLOPS),
  /** bf16 products with f32 sums on the tensor cores. */
  BF16("bf16 tensor cores", Unit.FLOPS),
  /** An almost empty launch among many: in a graph on a GPU, a call on a CPU. */
  LAUNCH("a launch among many", Unit.LAUNCHES),
  /** An almost empty launch alone. */
  SINGLE_LAUNCH("a launch by itself", Unit.LAUNCHES),
  /** An almost empty parallel region with all threads. */
  REGION("a parallel region", Unit.LAUNCHES);

  /** Unit of the amount. */
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

  /** Name in words, for example {@code memory bandwidth}. */
  public String title() {
    return title;
  }

  public Unit unit() {
    return unit;
  }
}

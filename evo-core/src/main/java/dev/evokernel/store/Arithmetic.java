package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Labelled;

/** Type of a kernel's multiplications, which determines the device units that can compute them. */
public enum Arithmetic implements Labelled {
  /** Products of f16, summed in f32. */
  F16,
  /** Products of bf16, summed in f32. */
  BF16,
  F32,
  F64,
  /** No floating-point type, so that no unit's peak is a bound. */
  NONE;

  /** Types by precedence: one buffer of doubles makes a kernel of doubles. */
  private static final List<Arithmetic> PRECEDENCE = List.of(F64, BF16, F16, F32);

  /**
   * Derives the arithmetic from a kernel's buffers. A buffer of halves means products of halves,
   * even beside wider types.
   */
  public static Arithmetic of(Kernel kernel, List<Shape> shapes) {
    Set<ElementType> types =
        shapes.stream()
            .flatMap(shape -> kernel.on(shape).arguments().stream())
            .filter(Argument.Buffer.class::isInstance)
            .map(Argument::type)
            .collect(Collectors.toSet());
    return PRECEDENCE.stream()
        .filter(type -> types.contains(ElementType.valueOf(type.name())))
        .findFirst()
        .orElse(NONE);
  }
}

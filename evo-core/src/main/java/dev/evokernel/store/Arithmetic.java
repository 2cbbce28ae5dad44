package dev.evokernel.store;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The type in which a kernel multiplies, which says which of a device's units may serve it. */
public enum Arithmetic {
  /** Products of f16, sums of f32. */
  F16,
  /** Products of bf16, sums of f32. */
  BF16,
  F32,
  F64,
  /** No floating-point type: no unit's peak says anything. */
  NONE;

  /** From the widest to the narrowest: one buffer of doubles makes a kernel of doubles. */
  private static final List<Arithmetic> PRECEDENCE = List.of(F64, BF16, F16, F32);

  /**
   * What a kernel's buffers suggest: halves among them mean products of halves, whatever wider
   * types stand beside them.
   *
   * @param shapes that count: they may decide types
   */
  public static Arithmetic of(Kernel kernel, List<Shape> shapes) {
    Set<ElementType> types =
        shapes.stream()
            .flatMap(shape -> kernel.on(shape).arguments().stream())
            .filter(Argument.Buffer.class::isInstance)
            .map(Argument::type)
            .collect(Collectors.toSet());
    return PRECEDENCE.stream()
        .filter(one -> types.contains(ElementType.valueOf(one.name())))
        .findFirst()
        .orElse(NONE);
  }

  /** For example {@code bf16}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Arithmetic> ofLabel(String label) {
    return Arrays.stream(values()).filter(one -> one.label().equals(label)).findFirst();
  }
}

package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;

/**
 * Binary of a configuration for the shapes that share macros.
 *
 * @param number unique in the shipment
 * @param macros macros of the shapes, in addition to the configuration's
 * @param shapes names of the run's shapes with these macros
 * @param compiled empty if the binary is still to be built
 */
record ShippedBinary(
    int number, Configuration macros, List<String> shapes, Optional<Compiled> compiled) {

  /**
   * @param images content of the file in the package
   * @param symbols names of the launches' entry points in the binary
   * @param kind file extension in the package: {@code cubin}, {@code ptx} or {@code so}
   */
  record Compiled(
      PackedImages images, List<String> symbols, String kind, List<BuiltLaunch> launches) {}

  /**
   * Images of the launches of a binary, in one file of a package. A single image is the file
   * itself. Several follow one another; each ends with a zero, as the driver needs it of PTX.
   */
  static final class PackedImages {

    private static final int ALIGNMENT = 16;

    private final byte[] bytes;
    private final List<Integer> starts;

    /**
     * @param images one for each launch, equal if launches share it
     */
    PackedImages(List<byte[]> images) {
      var positions = new LinkedHashMap<ByteBuffer, Integer>();
      int end = 0;
      for (byte[] image : images) {
        if (positions.putIfAbsent(ByteBuffer.wrap(image), end) == null) {
          end += (image.length / ALIGNMENT + 1) * ALIGNMENT;
        }
      }
      ByteBuffer all = ByteBuffer.allocate(end);
      positions.forEach((image, start) -> all.put(start, image, 0, image.remaining()));
      this.bytes = positions.size() == 1 ? images.getFirst() : all.array();
      this.starts =
          images.stream()
              .map(image -> Objects.requireNonNull(positions.get(ByteBuffer.wrap(image))))
              .toList();
    }

    byte[] bytes() {
      return bytes.clone();
    }

    /** Byte at which the image of each launch begins. */
    List<Integer> starts() {
      return starts;
    }
  }

  ShippedBinary {
    shapes = List.copyOf(shapes);
  }

  /** Condition that the macros of a shape have the binary's values; true if there are none. */
  Expression condition(Kernel kernel) {
    Map<String, Expression> all = kernel.entryPoint().macros();
    String text =
        macros.values().entrySet().stream()
            .map(
                macro ->
                    equality(
                        Objects.requireNonNull(all.get(macro.getKey()), macro.getKey()).expanded(),
                        macro.getValue()))
            .collect(Collectors.joining(" and "));
    return Expression.parse(text.isEmpty() ? "true" : text, kernel.scope());
  }

  private static String equality(String macro, Value value) {
    return switch (value) {
      case Value.BooleanValue(boolean truth) -> (truth ? "" : "not ") + "(" + macro + ")";
      case Value.TextValue _ -> "(%s) == \"%s\"".formatted(macro, value);
      case Value.IntegerValue _, Value.RealValue _ -> "(%s) == %s".formatted(macro, value);
    };
  }

  ShippedBinary with(Optional<Compiled> other) {
    return new ShippedBinary(number, macros, shapes, other);
  }
}

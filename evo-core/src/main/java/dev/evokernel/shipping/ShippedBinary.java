package dev.evokernel.shipping;

import dev.evokernel.backend.BuiltLaunch;
import dev.evokernel.kernel.Configuration;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A configuration with the macros of some shapes: one binary, whether it is there or has to be
 * built.
 *
 * @param number its own among all of the shipment
 * @param macros with which it is compiled, besides the configuration's
 * @param shapes the names of the run's shapes that have these macros
 * @param compiled empty where it has to be built
 */
record ShippedBinary(
    int number, Configuration macros, List<String> shapes, Optional<Compiled> compiled) {

  /**
   * @param file as the compiler made it, or the cache kept it
   * @param sha256 of the binary in it, hexadecimal
   * @param symbol what the entry point is called in it
   * @param kind how the package's file ends: {@code cubin}, {@code ptx} or {@code so}
   * @param launch what the program that built it says of its launch
   */
  record Compiled(Path file, String sha256, String symbol, String kind, BuiltLaunch launch) {}

  ShippedBinary {
    shapes = List.copyOf(shapes);
  }

  ShippedBinary with(Optional<Compiled> other) {
    return new ShippedBinary(number, macros, shapes, other);
  }
}

package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.kernel.space.Configuration;

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
   * @param file from the compiler or the cache
   * @param sha256 of the binary image in the file, hexadecimal
   * @param symbols names of the launches' entry points in the binary
   * @param kind file extension in the package: {@code cubin}, {@code ptx} or {@code so}
   * @param launch launch that the build program states
   */
  record Compiled(
      Path file, String sha256, List<String> symbols, String kind, BuiltLaunch launch) {}

  ShippedBinary {
    shapes = List.copyOf(shapes);
  }

  ShippedBinary with(Optional<Compiled> other) {
    return new ShippedBinary(number, macros, shapes, other);
  }
}

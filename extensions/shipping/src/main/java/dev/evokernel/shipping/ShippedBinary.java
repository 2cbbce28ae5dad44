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
   * @param images content of the file in the package
   * @param symbols names of the launches' entry points in the binary
   * @param kind file extension in the package: {@code cubin}, {@code ptx} or {@code so}
   * @param launches the launches that the build program states
   */
  record Compiled(
      PackedImages images, List<String> symbols, String kind, List<BuiltLaunch> launches) {}

  ShippedBinary {
    shapes = List.copyOf(shapes);
  }

  ShippedBinary with(Optional<Compiled> other) {
    return new ShippedBinary(number, macros, shapes, other);
  }
}

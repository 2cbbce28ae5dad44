package dev.evokernel.shipping;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The binaries of a shipment, from the cache or compiled anew: on a machine with a device of the
 * run's model, since flags such as {@code -march=native} and the architecture are the device's.
 */
public final class Binaries {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private Binaries() {}

  /**
   * The shipment with all of its binaries.
   *
   * @param cache of the results
   * @throws EnvironmentException if this machine cannot compile them
   */
  public static Shipment compiled(Shipment shipment, Path cache) {
    Backend backend = Backend.named(shipment.kernel().backend());
    String model = shipment.history().run().provenance().device().model();
    Optional<DeviceIdentity> device =
        backend.devices().stream().filter(one -> one.model().equals(model)).findFirst();
    if (device.isEmpty()) {
      throw new EnvironmentException(
          "This machine has no %s, on which the run measured. Export there, or leave the binaries out: --no-binaries"
              .formatted(model));
    }
    Compiler compiler = backend.compiler(device.get(), cache, LIMIT);
    var configurations = new ArrayList<ShippedConfiguration>();
    for (ShippedConfiguration one : shipment.configurations()) {
      List<ShippedBinary> binaries =
          one.binaries().stream()
              .map(binary -> binary.with(Optional.of(compiled(one, binary, compiler, backend))))
              .toList();
      configurations.add(one.with(binaries));
    }
    return shipment.with(configurations);
  }

  private static ShippedBinary.Compiled compiled(
      ShippedConfiguration one, ShippedBinary binary, Compiler compiler, Backend backend) {
    Compilation compilation =
        compiler.compile(
            one.kernel().source(), one.configuration().withoutVariant().and(binary.macros()));
    return switch (compilation) {
      case Compilation.Compiled(Binary made) ->
          new ShippedBinary.Compiled(
              made.file(), made.digest(), backend.symbol(made.file(), one.source().entry()));
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(
              "%s cannot be compiled on this machine any more, with %s: %s"
                  .formatted(one.name(), compiler.version(), log));
    };
  }
}

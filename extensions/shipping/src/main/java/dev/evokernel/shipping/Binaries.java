package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;

/**
 * Compiles the binaries of a shipment or takes them from the cache. The machine needs a device of
 * the run's model: flags such as {@code -march=native} and the architecture depend on the device.
 */
public final class Binaries {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private Binaries() {}

  /**
   * Returns the shipment with all binaries.
   *
   * @param results the folder of all runs
   * @throws EnvironmentException if this machine lacks the device, or a compilation fails
   * @throws IllegalArgumentException if the build program's binaries need a launcher that evo
   *     cannot write
   */
  public static Shipment compiled(Shipment shipment, Path results) throws InterruptedException {
    Backend backend = Backend.named(shipment.kernel().backend());
    String model = shipment.history().run().provenance().device().model();
    DeviceIdentity device =
        backend.devices().stream()
            .filter(present -> present.model().equals(model))
            .findFirst()
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "This machine has no %s, which the run measured on. Export on a machine with this device%s"
                            .formatted(
                                model,
                                shipment.isBuilt()
                                    ? "."
                                    : ", or leave the binaries out: --no-binaries")));
    var job =
        new CompileJob(
                shipment.kernel().file(),
                backend.name(),
                device,
                results.resolve("cache").toAbsolutePath(),
                LIMIT)
            .on(shipment.shapes().stream().map(ServedShape::shape).toList());
    LaunchSpec launch =
        LaunchSpec.ofThisJvm(results.resolve(shipment.history().run().id()).resolve("logs"));
    var configurations = new ArrayList<ShippedConfiguration>();
    try (CompileWorker compiler = CompileWorker.start(launch, job, "export")) {
      for (ShippedConfiguration shipped : shipment.configurations()) {
        configurations.add(shipped.with(compiled(shipped, compiler, backend)));
      }
    }
    return shipment.with(configurations);
  }

  private static List<ShippedBinary> compiled(
      ShippedConfiguration shipped, CompileWorker compiler, Backend backend)
      throws InterruptedException {
    return switch (compiler.compile(shipped.configuration())) {
      case Compilation.Compiled(Binary made) ->
          shipped.binaries().stream()
              .map(
                  binary -> {
                    Path file = made.with(binary.macros()).file();
                    return binary.with(Optional.of(file(file, shipped, backend)));
                  })
              .toList();
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(
              "%s no longer compiles on this machine with %s: %s"
                  .formatted(shipped.name(), compiler.compilerVersion(), log));
    };
  }

  private static ShippedBinary.Compiled file(
      Path file, ShippedConfiguration shipped, Backend backend) {
    try {
      BuiltBinary binary = BuiltBinary.read(file);
      String kind = backend.name().equals("cuda") ? (binary.isElf() ? "cubin" : "ptx") : "so";
      String entry = binary.launch().entryOr(shipped.source().entry());
      return new ShippedBinary.Compiled(
          file, Sha256.of(binary.image()), backend.symbol(file, entry), kind, binary.launch());
    } catch (IOException e) {
      throw new EnvironmentException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}

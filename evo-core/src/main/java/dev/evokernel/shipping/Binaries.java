package dev.evokernel.shipping;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Binary;
import dev.evokernel.backend.BuiltBinary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Sha256;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The binaries of a shipment, from the cache or made anew: on a machine with a device of the run's
 * model, since flags such as {@code -march=native} and the architecture are the device's.
 */
public final class Binaries {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private Binaries() {}

  /**
   * The shipment with all of its binaries.
   *
   * @param results the folder that has the run's
   * @throws EnvironmentException if this machine cannot make them
   * @throws IllegalArgumentException if no launcher can launch what a program of the kernel's own
   *     built
   */
  public static Shipment compiled(Shipment shipment, Path results) throws InterruptedException {
    Backend backend = Backend.named(shipment.kernel().backend());
    String model = shipment.history().run().provenance().device().model();
    DeviceIdentity device =
        backend.devices().stream()
            .filter(one -> one.model().equals(model))
            .findFirst()
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "This machine has no %s, on which the run measured. Export there%s"
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
      for (ShippedConfiguration one : shipment.configurations()) {
        configurations.add(one.with(compiled(one, compiler, backend)));
      }
    }
    return shipment.with(configurations);
  }

  private static List<ShippedBinary> compiled(
      ShippedConfiguration one, CompileWorker compiler, Backend backend)
      throws InterruptedException {
    return switch (compiler.compile(one.configuration())) {
      case Compilation.Compiled(Binary made) ->
          one.binaries().stream()
              .map(it -> it.with(Optional.of(file(made.with(it.macros()).file(), one, backend))))
              .toList();
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(
              "%s cannot be compiled on this machine any more, with %s: %s"
                  .formatted(one.name(), compiler.compilerVersion(), log));
    };
  }

  private static ShippedBinary.Compiled file(Path file, ShippedConfiguration one, Backend backend) {
    try {
      BuiltBinary binary = BuiltBinary.read(file);
      String kind = backend.name().equals("cuda") ? (binary.isElf() ? "cubin" : "ptx") : "so";
      String entry = binary.launch().entryOr(one.source().entry());
      return new ShippedBinary.Compiled(
          file, Sha256.of(binary.image()), backend.symbol(file, entry), kind, binary.launch());
    } catch (IOException e) {
      throw new EnvironmentException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}

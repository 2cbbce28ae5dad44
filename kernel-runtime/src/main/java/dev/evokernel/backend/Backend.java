package dev.evokernel.backend;

import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Profiler;
import dev.evokernel.backend.file.Sanitizer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Compiles and runs kernels on one kind of device. */
public interface Backend {

  /** Name in {@code kernel.yaml} and {@code evo.yaml}, for example {@code cpu}. */
  String name();

  /** Devices of this machine; empty when there is none, never an exception. */
  List<DeviceIdentity> devices();

  /**
   * How a device is operated, which its model leaves open: maximum clocks and power limit, for
   * example {@code 1980 MHz, 2619 MHz memory, 700 W}; empty where unknown.
   */
  default String operation(DeviceIdentity device) {
    return "";
  }

  /** Requirements of this backend, for {@code evo doctor} and for messages. */
  List<Requirement> requirements();

  /**
   * Compiler for one device.
   *
   * @param limit for one compilation, where the compiler is a process of its own
   * @throws EnvironmentException if this machine has no such compiler
   */
  Compiler compiler(DeviceIdentity device, Path cache, Duration limit);

  default BinaryCache binaries(Path cache) {
    return new BinaryCache(new CacheFolder(cache), "so");
  }

  /**
   * Opens a device for the calling thread.
   *
   * @throws EnvironmentException if the device is missing or cannot be opened
   */
  Device open(DeviceIdentity device);

  /** Limits of an unopened device; empty where only an opened device has them. */
  default Optional<DeviceLimits> limits(DeviceIdentity device) {
    return Optional.empty();
  }

  /**
   * Name of the physical device, equal in every process of this machine. Two runs with equal names
   * would disturb each other's measurements.
   */
  default String physicalName(DeviceIdentity device) {
    return device.id();
  }

  /** Tool that checks every memory access of a candidate; empty where none is installed. */
  default Optional<Sanitizer> sanitizer() {
    return Optional.empty();
  }

  /** How to install a sanitizer. */
  default String sanitizerRemedy() {
    return "There is no sanitizer for the backend '" + name() + "'.";
  }

  /** Tool that reads the device's counters; empty where none is installed. */
  default Optional<Profiler> profiler() {
    return Optional.empty();
  }

  /** How to install a profiler. */
  default String profilerRemedy() {
    return "There is no profiler for the backend '" + name() + "'.";
  }

  /**
   * Whether devices of this backend may have an energy counter. An opened device knows for sure.
   */
  default boolean mayTellEnergy() {
    return false;
  }

  /** Symbol of an entry point in an image of a binary, for programs that load it themselves. */
  default String symbol(byte[] image, String entry) {
    return entry;
  }

  /**
   * Whether compiling and measuring must alternate, because kernels run on the cores that compile.
   */
  boolean compilingDisturbsTiming();

  /**
   * Whether a question about devices loads the library of a driver into this process, which may end
   * the process; false where no driver is installed.
   */
  default boolean loadsDrivers() {
    return false;
  }

  /**
   * Backends on the class path by name, also those without a device on this machine. A child
   * process asks their drivers; only workers open their devices.
   */
  static List<Backend> all() {
    return ofThisProcess()
        .map(backend -> backend.loadsDrivers() ? new ProbedBackend(backend) : backend)
        .sorted(Comparator.comparing(Backend::name))
        .toList();
  }

  /** Asks the drivers of one backend on a thread of its own: who needs the answer waits less. */
  static void askAhead(String name) {
    Thread.startVirtualThread(
        () -> {
          if (named(name) instanceof ProbedBackend probed) {
            var _ = probed.devices();
          }
        });
  }

  private static Stream<Backend> ofThisProcess() {
    return ServiceLoader.load(Backend.class).stream().map(ServiceLoader.Provider::get);
  }

  /**
   * Finds a backend by name that loads its drivers into this process, for a worker.
   *
   * @throws EnvironmentException if no backend has this name
   */
  static Backend ofThisProcess(String name) {
    return named(name, ofThisProcess().toList());
  }

  /**
   * Finds a backend by name.
   *
   * @throws EnvironmentException if no backend has this name
   */
  static Backend named(String name) {
    return named(name, all());
  }

  private static Backend named(String name, List<Backend> all) {
    return all.stream()
        .filter(backend -> backend.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "There is no backend '%s'. Available: %s."
                        .formatted(name, all.stream().map(Backend::name).toList())));
  }
}

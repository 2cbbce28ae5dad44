package dev.evokernel.backend;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Compiles and runs kernels on one kind of device. */
public interface Backend {

  /** How {@code kernel.yaml} and {@code evo.yaml} name it, for example {@code cpu}. */
  String name();

  /** The devices of this machine; empty when there is none, never an exception. */
  List<DeviceIdentity> devices();

  /** What this backend needs and whether it is there, for {@code evo doctor} and for messages. */
  List<Requirement> requirements();

  /**
   * The compiler for one device.
   *
   * @param cache the folder of compiled binaries, shared by all processes
   * @param limit how long one compilation may take, where the compiler is a process of its own
   * @throws EnvironmentException if this machine has no such compiler
   */
  Compiler compiler(DeviceIdentity device, Path cache, Duration limit);

  /** The compiled binaries in a cache's folder. */
  default BinaryCache binaries(Path cache) {
    return new BinaryCache(new CacheFolder(cache), "so");
  }

  /**
   * Opens a device for the calling thread.
   *
   * @throws EnvironmentException if it is not there or cannot be opened
   */
  Device open(DeviceIdentity device);

  /**
   * The limits of a device, asked without opening it; empty where only an opened one tells them.
   */
  default Optional<DeviceLimits> limits(DeviceIdentity device) {
    return Optional.empty();
  }

  /**
   * A name of the physical device that is the same in every process of this machine, however each
   * of them numbers its devices: two names are equal where two runs would measure each other.
   */
  default String physicalName(DeviceIdentity device) {
    return device.id();
  }

  /** The tool that checks every access of a candidate; empty where none is installed. */
  default Optional<Sanitizer> sanitizer() {
    return Optional.empty();
  }

  /** How to get a sanitizer where there is none. */
  default String sanitizerRemedy() {
    return "There is no sanitizer for the backend '" + name() + "'.";
  }

  /** The tool that reads the device's counters; empty where none is installed. */
  default Optional<Profiler> profiler() {
    return Optional.empty();
  }

  /** How to get a profiler where there is none. */
  default String profilerRemedy() {
    return "There is no profiler for the backend '" + name() + "'.";
  }

  /** Whether its devices may have an energy counter. Whether one has shows when it is opened. */
  default boolean mayTellEnergy() {
    return false;
  }

  /**
   * What an entry point is called in a binary, for programs that load it themselves.
   *
   * @param entry as {@code kernel.yaml} names it
   * @throws EnvironmentException if the binary cannot be read
   */
  default String symbol(Path binary, String entry) {
    return entry;
  }

  /**
   * Whether compiling takes from the devices what a measurement needs, so that the two must
   * alternate: true where kernels run on the cores that compile.
   */
  boolean compilingDisturbsTiming();

  /** Every backend on the class path, whether this machine has devices for it or not. */
  static List<Backend> all() {
    return ServiceLoader.load(Backend.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /**
   * The backend of this name.
   *
   * @throws EnvironmentException if there is none
   */
  static Backend named(String name) {
    List<Backend> all = all();
    return all.stream()
        .filter(backend -> backend.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "There is no backend '%s'; there are %s."
                        .formatted(name, all.stream().map(Backend::name).toList())));
  }
}

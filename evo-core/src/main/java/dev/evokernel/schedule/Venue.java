package dev.evokernel.schedule;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.CacheState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Where contenders meet.
 *
 * @param shapes names of those on which they are measured
 * @param cache the folder of compiled binaries
 * @param logs the folder for what the processes print
 * @param inputSeeds how many fresh random inputs each must get right on every shape
 * @param found what every launch finds in the device's caches
 * @param seed where every random choice comes from
 */
public record Venue(
    Backend backend,
    DeviceIdentity device,
    List<String> shapes,
    Path cache,
    Path logs,
    int inputSeeds,
    CacheState found,
    Duration compileLimit,
    Duration deadline,
    long seed) {

  public Venue {
    shapes = List.copyOf(shapes);
  }

  /** The same on some of the shapes. */
  public Venue on(List<String> some) {
    return new Venue(
        backend, device, some, cache, logs, inputSeeds, found, compileLimit, deadline, seed);
  }
}

package dev.evokernel.config.options;

import dev.evokernel.backend.binary.CacheFolder;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Where a job's results and metrics go.
 *
 * @param results the folder of the database and of every run's files, absolute
 * @param cacheBytes how large the cache of binaries and expected outputs may grow
 * @param prometheus the port for metrics on loopback; empty when they are off
 * @param notified who is told what became of the run
 */
public record JobOutput(Path results, long cacheBytes, OptionalInt prometheus, Notify notified) {

  /** With the usual bound of the cache and without metrics. */
  public static JobOutput into(Path results) {
    return new JobOutput(results, CacheFolder.DEFAULT_BYTES, OptionalInt.empty(), Notify.NONE);
  }
}

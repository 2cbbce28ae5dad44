package dev.evokernel.config;

import dev.evokernel.backend.binary.CacheFolder;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Destinations of a job's results, metrics and notifications.
 *
 * @param results the results folder, absolute
 * @param cacheBytes size limit of the cache of binaries and expected outputs
 * @param prometheus the port for metrics on loopback; empty when metrics are off
 * @param notified the receivers of a notification at the end of the run
 */
public record JobOutput(Path results, long cacheBytes, OptionalInt prometheus, Notify notified) {

  /** Creates an output with the default cache limit, without metrics and notifications. */
  public static JobOutput into(Path results) {
    return new JobOutput(results, CacheFolder.DEFAULT_BYTES, OptionalInt.empty(), Notify.NONE);
  }
}

package dev.evokernel.store;

import java.nio.file.Path;
import java.time.Instant;

/**
 * The process and run that hold a {@link FileLock}.
 *
 * @param run its name
 * @param since when it began
 * @param results where its results go, absolute
 */
public record LockOwner(long pid, String run, Instant since, String host, String results) {

  /** This process. */
  public static LockOwner ofThisProcess(String run, Instant since, String host, Path results) {
    return new LockOwner(
        ProcessHandle.current().pid(),
        run,
        since,
        host,
        results.toAbsolutePath().normalize().toString());
  }

  @Override
  public String toString() {
    return "run '%s' (process %d on %s, since %s, results in %s)"
        .formatted(run, pid, host, since, results);
  }
}

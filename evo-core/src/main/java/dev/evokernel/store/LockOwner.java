package dev.evokernel.store;

import dev.evokernel.kernel.Printable;
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

  private static final int LONGEST = 300;

  /** This process. */
  public static LockOwner ofThisProcess(String run, Instant since, String host, Path results) {
    return new LockOwner(
        ProcessHandle.current().pid(),
        run,
        since,
        host,
        results.toAbsolutePath().normalize().toString());
  }

  /** On one short line, since another user may have written it. */
  @Override
  public String toString() {
    return "run '%s' (process %d on %s, since %s, results in %s)"
        .formatted(shown(run), pid, shown(host), since, shown(results));
  }

  private static String shown(String text) {
    String line = Printable.line(text);
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}

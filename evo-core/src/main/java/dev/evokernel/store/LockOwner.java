package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;

/** Process and run that hold a {@link FileLock}. */
public record LockOwner(long pid, String run, Instant since, String host, String results) {

  private static final int LONGEST = 300;

  public static LockOwner ofThisProcess(String run, Instant since, String host, Path results) {
    return new LockOwner(
        ProcessHandle.current().pid(),
        run,
        since,
        host,
        results.toAbsolutePath().normalize().toString());
  }

  /**
   * Describes the owner in a short printable line, since another user may have written the file.
   */
  @Override
  public String toString() {
    return "run '%s' (process %d on %s, since %s, results in %s)"
        .formatted(
            shown(run), pid, shown(host), since.truncatedTo(ChronoUnit.SECONDS), shown(results));
  }

  private static String shown(String text) {
    String line = Printable.line(text);
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}

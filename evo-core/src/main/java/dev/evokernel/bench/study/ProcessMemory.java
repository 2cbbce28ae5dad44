package dev.evokernel.bench.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The memory of this process.
 *
 * @param heap bytes of it that are reachable
 * @param resident bytes of the process, and not of its heap alone
 * @param most resident bytes at any time so far
 */
public record ProcessMemory(long heap, long resident, long most) {

  private static final double MEGA = 1e6;
  private static final Path STATUS = Path.of("/proc/self/status");

  /** As it is after a garbage collection. */
  static ProcessMemory now() {
    long resident = status("VmRSS:");
    System.gc();
    System.gc(); // What waited for its cleaner is gone after the second.
    return new ProcessMemory(
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        resident,
        status("VmHWM:"));
  }

  private static long status(String key) {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(key))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Linux has it.
    }
  }

  /** For example {@code heap 120 MB, resident 260 MB, at most 270 MB}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "heap %.0f MB, resident %.0f MB, at most %.0f MB",
        heap / MEGA,
        resident / MEGA,
        most / MEGA);
  }
}

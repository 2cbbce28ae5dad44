package dev.evokernel.fleet.scale;

import module java.base;

import java.lang.management.ManagementFactory;

/**
 * Memory of this process.
 *
 * @param heap reachable bytes of the heap
 * @param resident bytes of the whole process
 * @param most maximum of the resident bytes so far
 */
record ProcessMemory(long heap, long resident, long most) {

  private static final double MEGA = 1e6;
  private static final Path STATUS = Path.of("/proc/self/status");

  /** Measures the memory after a garbage collection. */
  static ProcessMemory now() {
    long resident = status("VmRSS:");
    System.gc();
    System.gc(); // The second collection frees objects whose cleaners ran after the first.
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
      throw new UncheckedIOException(e); // The file always exists on Linux.
    }
  }

  /** Formats the values, for example {@code heap 120 MB, resident 260 MB, at most 270 MB}. */
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

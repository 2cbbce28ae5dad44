package dev.evokernel.backend;

import module java.base;

/**
 * Addresses of a buffer between its guards. As text they stand in the name of the launching thread,
 * because the JVM's crash report has the names of threads.
 *
 * @param from first address of the guard before the buffer
 * @param begin first address of the buffer
 * @param end address after the buffer
 * @param to address after the guard behind the buffer
 */
public record GuardedRange(String name, long from, long begin, long end, long to) {

  private static final Pattern TEXT =
      Pattern.compile("(\\w+)@([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+)");

  /** Finds the buffer at whose guard, or in which, an access faulted; describes the place. */
  public static Optional<String> place(String report, long address) {
    return TEXT.matcher(report)
        .results()
        .map(
            text ->
                new GuardedRange(
                    text.group(1),
                    Long.parseUnsignedLong(text.group(2), 16),
                    Long.parseUnsignedLong(text.group(3), 16),
                    Long.parseUnsignedLong(text.group(4), 16),
                    Long.parseUnsignedLong(text.group(5), 16)))
        .filter(range -> range.from <= address && address < range.to)
        .map(
            range ->
                (address < range.begin
                        ? "before the start of '%s'"
                        : address < range.end
                            ? "in a write to the input '%s'"
                            : "past the end of '%s'")
                    .formatted(range.name))
        .findFirst();
  }

  @Override
  public String toString() {
    return "%s@%x:%x:%x:%x".formatted(name, from, begin, end, to);
  }
}

package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Patched pages of the libraries that are loaded: pages of code that Linux no longer takes from the
 * file. Libraries that are loaded later are the candidate's own.
 *
 * @param before number by file
 */
record LoadedCode(Map<Path, Long> before) implements StateTrace {

  private static final long PAGE_BYTES = 4096;

  /** Bits of {@code /proc/self/pagemap} of a page in memory, and of one that belongs to a file. */
  private static final long PRESENT = 1L << 63;

  private static final long OF_A_FILE = 1L << 61;

  static LoadedCode now() {
    return new LoadedCode(patched());
  }

  @Override
  public List<String> changes() {
    Map<Path, Long> after = patched();
    return before.keySet().stream()
        .filter(file -> after.getOrDefault(file, 0L) > before.getOrDefault(file, 0L))
        .map(file -> "patched code of " + file.getFileName())
        .toList();
  }

  private static Map<Path, Long> patched() {
    var patched = new TreeMap<Path, Long>();
    try (var pages = new RandomAccessFile("/proc/self/pagemap", "r")) {
      for (WaitingPlaces.Code code : WaitingPlaces.mapped()) {
        byte[] entries = new byte[Math.toIntExact((code.to() - code.from()) / PAGE_BYTES * 8)];
        pages.seek(code.from() / PAGE_BYTES * Long.BYTES);
        pages.readFully(entries);
        LongBuffer words = ByteBuffer.wrap(entries).order(ByteOrder.nativeOrder()).asLongBuffer();
        long own =
            LongStream.generate(words::get)
                .limit(words.limit())
                .filter(page -> (page & (PRESENT | OF_A_FILE)) == PRESENT)
                .count();
        patched.merge(code.file(), own, Long::sum);
      }
      return patched;
    } catch (IOException none) {
      return Map.of();
    }
  }
}

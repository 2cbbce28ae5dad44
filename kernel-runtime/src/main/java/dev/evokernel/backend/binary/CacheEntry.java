package dev.evokernel.backend.binary;

import module java.base;

/**
 * Unit of eviction: a file, or the folder of a reference's outputs or of an input.
 *
 * @param bytes on disk
 */
public record CacheEntry(Path path, Instant used, long bytes) {

  private static final long BLOCK = 4096;
  private static final Set<String> NO_ENTRIES = Set.of("size", "lock", "drafts");

  public static List<CacheEntry> all(Path folder) throws IOException {
    Set<Path> arrays =
        Set.of(folder.resolve(KeptArrays.EXPECTED), folder.resolve(KeptArrays.INPUTS));
    var entries = new ArrayList<CacheEntry>();
    if (!Files.isDirectory(folder)) {
      return entries;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            if (folder.equals(path.getParent()) && isNone(path)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (!arrays.contains(Objects.requireNonNullElse(path.getParent(), path))) {
              return FileVisitResult.CONTINUE;
            }
            entries.add(
                new CacheEntry(
                    path, attributes.lastModifiedTime().toInstant(), CacheEntry.bytes(path)));
            return FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            if (!(folder.equals(path.getParent()) && isNone(path))) {
              entries.add(
                  new CacheEntry(
                      path, attributes.lastModifiedTime().toInstant(), blocks(attributes.size())));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE; // Another process has evicted or replaced the file.
            }
            throw e;
          }
        });
    return entries;
  }

  static long bytes(Path path) throws IOException {
    long sum = 0;
    try (var walk = Files.walk(path)) {
      for (Path each : (Iterable<Path>) walk::iterator) {
        sum += blocks(Files.size(each));
      }
    } catch (NoSuchFileException | UncheckedIOException gone) {
      return sum;
    }
    return sum;
  }

  private static boolean isNone(Path path) {
    return NO_ENTRIES.contains(String.valueOf(path.getFileName()));
  }

  private static long blocks(long bytes) {
    return Math.ceilDiv(bytes, BLOCK) * BLOCK;
  }
}

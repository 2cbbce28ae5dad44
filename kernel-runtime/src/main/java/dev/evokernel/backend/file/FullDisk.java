package dev.evokernel.backend.file;

import module java.base;

/** Check that tells a full disk, which does not depend on the candidate, from a compile error. */
public final class FullDisk {

  private static final long LEAST_FREE_BYTES = 64 << 10;

  private FullDisk() {}

  /**
   * @param cache the folder of the compiler's results; its drafts go to the temporary folder
   * @throws EnvironmentException if a disk was full
   */
  public static void check(String output, Path cache) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Optional<Path> full =
        List.of(cache, temporary).stream().filter(FullDisk::hasNoRoom).findFirst();
    if (full.isPresent() || output.contains("No space left on device")) {
      throw new EnvironmentException(
          "The disk of %s is full: the compiler cannot write there. Free some space and try again; stored results are kept."
              .formatted(full.map(Path::toString).orElse(cache + " or " + temporary)));
    }
  }

  private static boolean hasNoRoom(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace() < LEAST_FREE_BYTES;
    } catch (IOException e) {
      return false;
    }
  }
}

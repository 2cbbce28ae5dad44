package dev.evokernel.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Distinguishes a full disk from a compile error: a full disk says nothing about a candidate. */
public final class FullDisk {

  /** Less free space than this counts as a full disk. */
  private static final long LEAST_BYTES = 64 << 10;

  private FullDisk() {}

  /**
   * @param output the messages of a failed compiler
   * @param cache where it was to write its result; its drafts go to the temporary folder
   * @throws EnvironmentException if a disk was full
   */
  public static void check(String output, Path cache) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Optional<Path> full =
        List.of(cache, temporary).stream().filter(FullDisk::hasNoRoom).findFirst();
    if (full.isPresent() || output.contains("No space left on device")) {
      throw new EnvironmentException(
          "The disk that holds %s is full, and the compiler cannot write there. Free some space and resume the run; everything up to here is kept."
              .formatted(full.map(Path::toString).orElse(cache + " or " + temporary)));
    }
  }

  private static boolean hasNoRoom(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace() < LEAST_BYTES;
    } catch (IOException e) {
      return false;
    }
  }
}

package dev.evokernel.fleet.coordinator;

import dev.evokernel.fleet.wire.ContentStore;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.SharedProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A run that workers work for.
 *
 * @param model that every device is like
 * @param files of the problem by digest
 * @param store of binaries
 */
public record OpenRun(
    SharedProblem problem, OfferedDevice model, Map<String, Path> files, ContentStore store) {

  public OpenRun {
    files = Map.copyOf(files);
  }

  /**
   * A file of the problem, or of a binary.
   *
   * @throws IOException if there is none with this digest any more
   */
  byte[] content(String digest) throws IOException {
    Path file = files.get(digest);
    return Files.readAllBytes(file == null ? store.path(digest) : file);
  }
}

package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.ContentStore;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.SharedProblem;

/**
 * Run that workers serve.
 *
 * @param model the model of every device of the run
 * @param files files of the problem by digest
 * @param store binaries
 */
public record OpenRun(
    SharedProblem problem, OfferedDevice model, Map<String, Path> files, ContentStore store) {

  public OpenRun {
    files = Map.copyOf(files);
  }

  /**
   * Reads a file of the problem or of a binary.
   *
   * @throws IOException if no file with this digest is left
   */
  byte[] content(String digest) throws IOException {
    Path file = files.get(digest);
    return Files.readAllBytes(file == null ? store.path(digest) : file);
  }
}

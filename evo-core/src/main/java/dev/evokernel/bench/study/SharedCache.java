package dev.evokernel.bench.study;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.store.ResultStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compiled binaries that many runs share which share nothing else. */
final class SharedCache {

  private SharedCache() {}

  /**
   * Makes the results folder of a run.
   *
   * @param place the folder of all runs
   * @param results of this one, under it
   */
  static void into(Path place, Path results) {
    try {
      Path shared = Files.createDirectories(place.resolve("cache")).toAbsolutePath();
      Files.createDirectories(results);
      if (Files.exists(results.resolve(ResultStore.FILE_NAME))) {
        throw new EnvironmentException(
            "%s has results already. Name an empty folder: --results FOLDER".formatted(results));
      }
      Path link = results.resolve("cache");
      if (!Files.isSymbolicLink(link)) {
        Files.createSymbolicLink(link, shared);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "A folder for the runs cannot be made under %s: %s. Choose another place."
              .formatted(place, e),
          e);
    }
  }
}

package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.ResultStore;

/** Cache of compiled binaries, the only thing that several runs share. */
public final class SharedCache {

  private SharedCache() {}

  /**
   * Creates the results folder of a run and links the shared cache into it.
   *
   * @param place folder of all runs
   * @param results folder of this run, below {@code place}
   */
  public static void into(Path place, Path results) {
    try {
      Path shared = Files.createDirectories(place.resolve("cache")).toAbsolutePath();
      Files.createDirectories(results);
      if (Files.exists(results.resolve(ResultStore.FILE_NAME))) {
        throw new EnvironmentException(
            "%s already has results. Name an empty folder: --results FOLDER".formatted(results));
      }
      Path link = results.resolve("cache");
      if (!Files.isSymbolicLink(link)) {
        Files.createSymbolicLink(link, shared);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot create a folder for the runs in %s: %s. Choose another folder."
              .formatted(place, e),
          e);
    }
  }
}

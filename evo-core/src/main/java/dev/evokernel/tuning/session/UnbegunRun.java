package dev.evokernel.tuning.session;

import dev.evokernel.store.ResultStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run's folder until the store knows of the run. Closed before that, it deletes the folder, since
 * what is in it cannot be resumed; only logs that are not empty stay, since messages point to them.
 */
record UnbegunRun(ResultStore store, String run, Path folder) implements AutoCloseable {

  @Override
  public void close() {
    if (store.has(run) || !Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : innermostFirst) {
        if (!isTelling(path)) {
          Files.deleteIfExists(path);
        }
      }
    } catch (IOException e) {
      // Something of it stays: that is untidy, and not worth hiding why the run did not begin.
    }
  }

  private boolean isTelling(Path path) throws IOException {
    Path logs = folder.resolve("logs");
    if (Files.isDirectory(path)) {
      try (Stream<Path> inside = Files.list(path)) {
        return inside.findAny().isPresent();
      }
    }
    return path.startsWith(logs) && Files.size(path) > 0;
  }
}

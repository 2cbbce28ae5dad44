package dev.evokernel.tuning.session;

import module java.base;

import dev.evokernel.store.ResultStore;

/**
 * Folder of a run that the store does not know yet. An early close deletes the folder, since it
 * cannot be resumed; non-empty logs stay, since messages point to them.
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
      // Leftovers are harmless; an exception here would hide why the run did not begin.
    }
  }

  private boolean isTelling(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (Stream<Path> inside = Files.list(path)) {
        return inside.findAny().isPresent();
      }
    }
    return path.startsWith(folder.resolve("logs")) && Files.size(path) > 0;
  }
}

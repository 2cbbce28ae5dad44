package dev.evokernel.tuning.session;

import module java.base;

import dev.evokernel.store.References;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunRecord;

/**
 * Folder of a run that the store does not know yet. An early close after a failure deletes the
 * folder; non-empty logs stay, since messages point to them. A stopped run keeps the folder, from
 * which a resume begins the run.
 */
record UnbegunRun(ResultStore store, String run, Path folder, BooleanSupplier stopped)
    implements AutoCloseable {

  private static final String JOB = "evo.yaml";

  /**
   * Finds the newest folder of a run that was stopped or killed before the store knew it.
   *
   * @param reference an id, a prefix of one, or {@code latest}
   * @param after runs that began earlier are ignored
   */
  static Optional<String> find(
      ResultStore store, Path results, String reference, Optional<Instant> after) {
    String prefix = reference.equals(References.LATEST) ? "" : reference;
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.startsWith(prefix) && RunRecord.isId(name) && !store.has(name))
          .filter(name -> Files.isRegularFile(store.folder(name).path().resolve(JOB)))
          .filter(name -> after.isEmpty() || begun(store, name).isAfter(after.get()))
          .max(Comparator.comparing(name -> begun(store, name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Instant begun(ResultStore store, String run) {
    return Instant.ofEpochMilli(store.folder(run).path().resolve(JOB).toFile().lastModified());
  }

  @Override
  public void close() {
    if (stopped.getAsBoolean() || store.has(run) || !Files.exists(folder)) {
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

package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/**
 * Exclusive right to write to one run: a {@link FileLock} of {@code .lock} in the run's folder.
 * Runs on other devices may write to the same database.
 */
public final class RunLock {

  /** Name of the locked file in a run's folder. */
  public static final String FILE_NAME = ".lock";

  private RunLock() {}

  /**
   * Takes the lock.
   *
   * @param folder the run's folder, created if missing
   * @throws EnvironmentException with the owner's name if another process holds the lock, or if the
   *     folder cannot be written
   */
  public static FileLock acquire(Path folder, LockOwner owner) {
    try {
      return switch (FileLock.ask(Files.createDirectories(folder).resolve(FILE_NAME), owner)) {
        case FileLock.Answer.Granted(FileLock lock) -> lock;
        case FileLock.Answer.Held(Optional<LockOwner> by) ->
            throw new EnvironmentException(
                "%s is in use by %s. Wait until that ends, or stop it with Ctrl-C or 'kill'."
                    .formatted(folder, by.map(LockOwner::toString).orElse("another process")));
      };
    } catch (IOException e) {
      throw new EnvironmentException(
          folder
              + " cannot be written: "
              + e.getMessage()
              + ". Check its permissions, or name another folder under 'results' in evo.yaml.",
          e);
    }
  }

  /**
   * The process that writes to a run, as far as known; empty if none does. An unreadable folder
   * counts as free.
   */
  public static Optional<FileLock.Answer.Held> look(Path folder) {
    try {
      return FileLock.look(folder.resolve(FILE_NAME));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

package dev.evokernel.store;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The right to write to one run, its rows and its folder: a {@link FileLock} of {@code .lock} in
 * the folder. Runs beside it, on other devices, may write to the same database.
 */
public final class RunLock implements AutoCloseable {

  private static final String FILE_NAME = ".lock";

  private final FileLock lock;

  private RunLock(FileLock lock) {
    this.lock = lock;
  }

  /**
   * Takes the lock, or fails with its owner's name.
   *
   * @param folder the run's own, made where it is missing
   * @param owner this process
   * @throws EnvironmentException if another process has it, or the folder cannot be written
   */
  public static RunLock acquire(Path folder, LockOwner owner) {
    try {
      return switch (FileLock.ask(Files.createDirectories(folder).resolve(FILE_NAME), owner)) {
        case FileLock.Answer.Granted(FileLock lock) -> new RunLock(lock);
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
   * The process that writes to a run, as far as it is known; empty if none does. A folder that
   * cannot be looked into counts as free.
   */
  static Optional<FileLock.Answer.Held> look(Path folder) {
    try {
      return FileLock.look(folder.resolve(FILE_NAME));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The locked file. */
  public Path file() {
    return lock.file();
  }

  @Override
  public void close() {
    lock.close();
  }
}

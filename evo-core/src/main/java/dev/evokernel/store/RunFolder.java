package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.FileLock.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * Folder of a run's files, {@code results/<run>}; may be missing. Who writes to the run holds the
 * lock of the folder. Runs on other devices may write to the same database.
 */
public record RunFolder(Path path) {

  public static final String LOCK = ".lock";

  /**
   * Takes the exclusive right to write to the run; creates a missing folder.
   *
   * @throws EnvironmentException with the owner's name if another process has the right, or if the
   *     folder cannot be written
   */
  public FileLock lock(LockOwner owner) {
    try {
      return switch (FileLock.ask(Files.createDirectories(path).resolve(LOCK), owner)) {
        case FileLock.Answer.Granted(FileLock lock) -> lock;
        case FileLock.Answer.Held(Optional<LockOwner> by) ->
            throw new EnvironmentException(
                "%s is in use by %s. Wait until that ends, or stop it with Ctrl-C or 'kill'."
                    .formatted(path, by.map(LockOwner::toString).orElse("another process")));
      };
    } catch (IOException e) {
      throw new EnvironmentException(
          path
              + " cannot be written: "
              + e.getMessage()
              + ". Check its permissions, or name another folder under 'results' in evo.yaml.",
          e);
    }
  }

  /**
   * Process that writes to the run, as far as known; empty if none does, and for an unreadable
   * folder.
   */
  public Optional<FileLock.Answer.Held> holder() {
    try {
      return FileLock.look(path.resolve(LOCK));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public boolean exists() {
    return Files.isDirectory(path);
  }

  /** Size of its files, ignoring files deleted during the count. */
  public long bytes() {
    var bytes = new AtomicLong();
    var counting =
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes.addAndGet(attributes.size());
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
            return FileVisitResult.CONTINUE;
          }
        };
    try {
      if (exists()) {
        Files.walkFileTree(path, counting);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.get();
  }

  /**
   * Deletes the folder with its content.
   *
   * @throws EnvironmentException if a file cannot be deleted
   */
  public void delete() {
    try {
      Draft.delete(path);
    } catch (IOException e) {
      throw new EnvironmentException(
          "%s cannot be deleted: %s. Check its permissions, and delete what is left by hand."
              .formatted(path, e.getMessage()),
          e);
    }
  }
}

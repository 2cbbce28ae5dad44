package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import org.jspecify.annotations.Nullable;

/** Folder of a run's files, {@code results/<run>}; may be missing. */
public record RunFolder(Path path) {

  /** Process that writes to the run, as far as known; empty if none does. */
  public Optional<FileLock.Answer.Held> holder() {
    return RunLock.look(path);
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

package dev.evokernel.store.file;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.lock.FileLock;
import dev.evokernel.store.lock.RunLock;
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
    visit((_, attributes) -> bytes.addAndGet(attributes.size()), _ -> {});
    return bytes.get();
  }

  /**
   * Deletes the folder with its content.
   *
   * @throws EnvironmentException if a file cannot be deleted
   */
  public void delete() {
    try {
      visit((file, _) -> Files.deleteIfExists(file), Files::deleteIfExists);
    } catch (UncheckedIOException e) {
      throw new EnvironmentException(
          "%s cannot be deleted: %s. Check its permissions, and delete what is left by hand."
              .formatted(path, e.getMessage()),
          e);
    }
  }

  @FunctionalInterface
  private interface OnFile {
    void see(Path file, BasicFileAttributes attributes) throws IOException;
  }

  @FunctionalInterface
  private interface OnFolder {
    void left(Path folder) throws IOException;
  }

  private void visit(OnFile onFile, OnFolder onFolder) {
    if (!exists()) {
      return;
    }
    try {
      Files.walkFileTree(
          path,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              onFile.see(file, attributes);
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
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
                throws IOException {
              onFolder.left(folder);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

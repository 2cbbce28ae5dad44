package dev.evokernel.text;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/** Atomic replacement of a file: evo writes a temporary file, then moves it to the path. */
public final class AtomicFile {

  private AtomicFile() {}

  @FunctionalInterface
  public interface Draft {
    void to(Path draft) throws IOException;
  }

  /** Content of a file, written without holding all of it in memory. */
  @FunctionalInterface
  public interface Content {
    void to(Writer out) throws IOException;
  }

  public static void write(Path file, String content) {
    write(file, out -> out.write(content));
  }

  public static void write(Path file, Content content) {
    try {
      draft(
          file,
          draft -> {
            try (Writer out = Files.newBufferedWriter(draft)) {
              content.to(out);
            }
          });
    } catch (IOException e) {
      throw new EnvironmentException(
          "%s cannot be written: %s. Check the folder's permissions and the free space of the disk. The results are safe in the database."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Writes beside the file, then moves to it; everyone may read the file. */
  public static void draft(Path file, Draft content) throws IOException {
    Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
    Path draft = Files.createTempFile(folder, "." + file.getFileName(), ".tmp");
    try {
      content.to(draft);
      draft.toFile().setReadable(true, false); // A temporary file is private at first.
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}

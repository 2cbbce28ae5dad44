package dev.evokernel.report.text;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/** Atomic replacement of a file: evo writes a temporary file, then moves it to the path. */
public final class AtomicFile {

  private AtomicFile() {}

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
      Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
      Path draft = Files.createTempFile(folder, "." + file.getFileName(), ".tmp");
      try {
        try (Writer out = Files.newBufferedWriter(draft)) {
          content.to(out);
        }
        draft.toFile().setReadable(true, false); // A temporary file is private at first.
        Files.move(
            draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "%s cannot be written: %s. Check the folder's permissions and the free space of the disk. The results are safe in the database."
              .formatted(file, e.getMessage()),
          e);
    }
  }
}

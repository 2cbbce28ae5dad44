package dev.evokernel.report;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is complete at any instant: written beside its path, then moved there. */
public final class AtomicFile {

  private AtomicFile() {}

  /** What a file is filled with. */
  @FunctionalInterface
  public interface Content {
    void to(Writer out) throws IOException;
  }

  public static void write(Path file, String content) {
    write(file, out -> out.write(content));
  }

  /** The same of what is too long to be in memory as a whole. */
  public static void write(Path file, Content content) {
    try {
      Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
      Path draft = Files.createTempFile(folder, "." + file.getFileName(), ".tmp");
      try {
        try (Writer out = Files.newBufferedWriter(draft)) {
          content.to(out);
        }
        draft.toFile().setReadable(true, false); // temporary files are private; this one is not
        Files.move(
            draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          file
              + " cannot be written: "
              + e.getMessage()
              + ". Check the folder's permissions and the disk; the results themselves are safe in"
              + " the database.",
          e);
    }
  }
}

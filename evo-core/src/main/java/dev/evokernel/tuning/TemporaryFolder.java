package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;

/** Folder that is deleted when closed. */
public record TemporaryFolder(Path folder) implements AutoCloseable {

  public static TemporaryFolder make() {
    try {
      return new TemporaryFolder(Files.createTempDirectory("evo-bench-"));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot create a temporary folder: "
              + e.getMessage()
              + ". Maybe use another place: EVO_JAVA_OPTIONS=-Djava.io.tmpdir=/path",
          e);
    }
  }

  @Override
  public void close() {
    try {
      Draft.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

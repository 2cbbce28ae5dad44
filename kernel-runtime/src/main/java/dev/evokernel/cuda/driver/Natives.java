package dev.evokernel.cuda.driver;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import jcuda.driver.JCudaDriver;

/**
 * Loads JCuda's native library.
 *
 * <p>Unless {@code java.library.path} has it, JCuda unpacks it from its jar to a fixed name in the
 * temporary folder and takes whatever lies there already, so that two processes can race and a
 * broken file stays broken. Here each process unpacks into a temporary folder of its own.
 */
public final class Natives {

  private static boolean loaded;

  private Natives() {}

  /**
   * @throws EnvironmentException if the library or one it needs is not there
   */
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    String temporary = System.getProperty("java.io.tmpdir");
    try {
      Path own = Files.createTempDirectory("evo-natives-");
      System.setProperty("java.io.tmpdir", own.toString());
      try {
        JCudaDriver.setExceptionsEnabled(false);
        loaded = true;
      } finally {
        System.setProperty("java.io.tmpdir", temporary);
        delete(own);
      }
    } catch (IOException | LinkageError e) {
      throw new EnvironmentException(
          "JCuda's native library does not load: %s. Maybe make room in %s, or let it execute files."
              .formatted(e.getMessage(), temporary),
          e);
    }
  }

  /** A loaded library stays mapped when its file goes. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

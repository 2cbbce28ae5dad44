package dev.evokernel.cuda.driver;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import jcuda.driver.JCudaDriver;

/**
 * Loader of JCuda's native library.
 *
 * <p>Unless {@code java.library.path} has the library, JCuda unpacks it from its jar to a fixed
 * name in the temporary folder and uses any file that already lies there. Two processes can then
 * race, and a broken file stays broken. Here each process unpacks into its own temporary folder.
 */
public final class Natives {

  private static boolean loaded;

  private Natives() {}

  /**
   * @throws EnvironmentException if the library or one of its dependencies is missing
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
        Draft.delete(own); // A loaded library stays mapped.
      }
    } catch (IOException | LinkageError e) {
      throw new EnvironmentException(
          "JCuda's native library does not load: %s. Free space in %s, or mount it without 'noexec'."
              .formatted(e.getMessage(), temporary),
          e);
    }
  }
}

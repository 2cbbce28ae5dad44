package dev.evokernel.run;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A run's own copy of a kernel's folder, so that editing the original cannot mix two kernels in one
 * run.
 */
public final class KernelSnapshot {

  private KernelSnapshot() {}

  /** Copies all files of a kernel and its baselines. */
  public static Path take(Kernel kernel, Path runFolder) {
    return take(kernel.name(), KernelSources.withBaselines(kernel), runFolder);
  }

  /**
   * Copies the files of a kernel; files that it takes from a folder beside it are copied beside the
   * copy.
   *
   * @param kernel its name
   * @return the copy's folder
   * @throws EnvironmentException if the results folder cannot be written
   */
  public static Path take(String kernel, KernelSources sources, Path runFolder) {
    Path copy = runFolder.resolve("kernel").resolve(kernel);
    try {
      for (Path file : sources.files()) {
        Path target = copy.resolve(sources.folder().relativize(file).toString()).normalize();
        Files.createDirectories(target.getParent());
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
      return copy;
    } catch (IOException | UncheckedIOException e) {
      throw new EnvironmentException(
          "The kernel's files cannot be copied to "
              + copy
              + ": "
              + e.getMessage()
              + ". Check the folder's permissions and the disk.",
          e);
    }
  }
}

package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelFile;

/**
 * A run's own copy of a kernel's folder, so that edits of the original cannot mix two kernels in
 * one run.
 */
public final class KernelSnapshot {

  private KernelSnapshot() {}

  /**
   * Copies all files of a kernel and its baselines.
   *
   * @return the copy's folder, in which the kernel's file is always named {@code kernel.yaml}
   */
  public static Path take(Kernel kernel, Path runFolder) {
    Path copy = take(kernel.name(), KernelSources.withBaselines(kernel), runFolder);
    Path described = KernelFile.at(copy).path();
    if (!kernel.file().getFileName().equals(described.getFileName())) {
      copy(kernel.file(), described, copy);
    }
    return copy;
  }

  /**
   * Copies the files of a kernel. Files of a neighbouring folder are copied next to the copy, and
   * other files below it.
   *
   * @throws EnvironmentException if the results folder cannot be written
   */
  public static Path take(String kernel, KernelSources sources, Path runFolder) {
    Path copy = runFolder.resolve("kernel").resolve(kernel);
    var near = new DistantSources(sources.folder());
    var kept = new DistantSources(copy);
    for (Path file : sources.files()) {
      if (near.contains(file)) {
        copy(file, kept.kept(file), copy);
      } else {
        copy(file, copy.resolve(sources.folder().relativize(file).toString()).normalize(), copy);
      }
    }
    try {
      kept.keepOrigin(sources.folder());
    } catch (IOException e) {
      throw failure(copy, e);
    }
    return copy;
  }

  private static void copy(Path file, Path target, Path copy) {
    try {
      Files.createDirectories(target.getParent());
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failure(copy, e);
    }
  }

  private static EnvironmentException failure(Path copy, IOException e) {
    return new EnvironmentException(
        "The kernel's files cannot be copied to "
            + copy
            + ": "
            + e.getMessage()
            + ". Check the folder's permissions and the disk.",
        e);
  }
}

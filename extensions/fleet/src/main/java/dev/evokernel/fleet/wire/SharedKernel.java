package dev.evokernel.fleet.wire;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A run's copy of a kernel, as other hosts repeat it.
 *
 * @param file the {@code kernel.yaml}, among the files
 * @param files all of the copy, those of baselines included
 * @param hash of the kernel's sources, which the repeated copy must have too
 * @param backend for example {@code cuda}
 * @param variants names of those that take part; empty where the kernel has none
 */
public record SharedKernel(
    String file, List<SharedFile> files, String hash, String backend, List<String> variants) {

  public SharedKernel {
    files = List.copyOf(files);
    variants = List.copyOf(variants);
  }

  /**
   * Reads the files of a run's copy.
   *
   * @param folder of the copy, the kernel's own folder and those beside it
   * @throws EnvironmentException if a file cannot be read
   */
  static SharedKernel of(Kernel kernel, Path folder, String backend) {
    try (Stream<Path> walk = Files.walk(folder)) {
      var files = new ArrayList<SharedFile>();
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        files.add(new SharedFile(name(folder, file), Sha256.of(file), Files.isExecutable(file)));
      }
      return new SharedKernel(
          name(folder, kernel.file()),
          files,
          KernelSources.of(kernel).hash(),
          backend,
          kernel.variants().names());
    } catch (IOException e) {
      throw new EnvironmentException(
          "The copy of the kernel in %s cannot be read: %s.".formatted(folder, e), e);
    }
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  /**
   * Repeats the copy from a store that has all of its files.
   *
   * @param folder made when missing
   * @return the kernel
   * @throws EnvironmentException if a file cannot be written, or the copy is another kernel
   */
  Kernel repeated(ContentStore store, Path folder) {
    try {
      for (SharedFile one : files) {
        Path target = folder.resolve(one.path()).normalize();
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Files.copy(store.path(one.digest()), target, StandardCopyOption.REPLACE_EXISTING);
        if (one.executable() && !target.toFile().setExecutable(true, true)) {
          throw new IOException(target + " cannot be made executable");
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "The kernel cannot be copied to %s: %s. Check the folder's permissions and the disk."
              .formatted(folder, e),
          e);
    }
    Kernel whole = new KernelFile(folder.resolve(file)).read(backend);
    String found = KernelSources.of(whole).hash();
    if (!found.equals(hash)) {
      throw new EnvironmentException(
          "The kernel in %s has the hash %s here and %s at the coordinator. Delete the folder of this worker, and join again."
              .formatted(folder, found, hash));
    }
    return variants.isEmpty() ? whole : whole.only(variants);
  }
}

package dev.evokernel.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/** Kernels that are part of evo. */
final class ShippedSources {

  private ShippedSources() {}

  /**
   * Writes a kernel's folder.
   *
   * @param name the kernel's, and its folder's beside this class
   * @param parent where the folder is made, or its files replaced
   * @return its {@code kernel.yaml}
   */
  static Path unpack(String name, List<String> files, Path parent) throws IOException {
    Path folder = Files.createDirectories(parent.resolve(name));
    for (String file : files) {
      try (InputStream source =
          Objects.requireNonNull(
              ShippedSources.class.getResourceAsStream(name + "/" + file), file)) {
        Files.copy(source, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return folder.resolve("kernel.yaml");
  }
}

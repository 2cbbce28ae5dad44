package dev.evokernel.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/**
 * The kernel {@code fault}, which misbehaves as its parameter FAULT says. It ships inside evo, so
 * that a machine can be tried with it before anybody's own kernel runs there.
 */
public final class FaultSources {

  private static final List<String> FILES =
      List.of(
          "kernel.yaml",
          "fault.c",
          "doubled.h",
          "reference.c",
          "fault.cu",
          "reference.cu",
          "faults.h",
          "endless.h");

  private FaultSources() {}

  /**
   * Writes the kernel's folder.
   *
   * @param parent where the folder {@code fault} is made, or its files replaced
   * @return its {@code kernel.yaml}
   */
  public static Path unpack(Path parent) throws IOException {
    Path folder = Files.createDirectories(parent.resolve("fault"));
    for (String name : FILES) {
      try (InputStream source =
          Objects.requireNonNull(FaultSources.class.getResourceAsStream("fault/" + name), name)) {
        Files.copy(source, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return folder.resolve("kernel.yaml");
  }
}

package dev.evokernel.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
    return ShippedSources.unpack("fault", FILES, parent);
  }
}

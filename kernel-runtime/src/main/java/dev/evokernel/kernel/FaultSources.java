package dev.evokernel.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The kernel {@code fault}, which fails in the way that its parameter FAULT selects. It is part of
 * evo, so that {@code evo selftest} needs no other kernel.
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

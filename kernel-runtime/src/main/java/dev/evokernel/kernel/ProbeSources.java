package dev.evokernel.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The kernel {@code probe}, which does one thing as fast as a device can, selected by its parameter
 * PROBE: copy, multiply and add, or nothing. It is part of evo, and the times of its launches are
 * the device's limits.
 */
public final class ProbeSources {

  private static final List<String> FILES =
      List.of("kernel.yaml", "probe.c", "reference.c", "probe.cu", "wgmma.cuh", "reference.cu");

  private ProbeSources() {}

  /**
   * Writes the kernel's folder.
   *
   * @param parent where the folder {@code probe} is made, or its files replaced
   * @return its {@code kernel.yaml}
   */
  public static Path unpack(Path parent) throws IOException {
    return ShippedSources.unpack("probe", FILES, parent);
  }
}

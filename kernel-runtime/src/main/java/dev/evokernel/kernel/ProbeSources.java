package dev.evokernel.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The kernel {@code probe}, which does one thing as fast as a device can, as its parameter PROBE
 * says: copy, multiply and add, or nothing at all. It ships inside evo, and what its launches take
 * are the device's limits.
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

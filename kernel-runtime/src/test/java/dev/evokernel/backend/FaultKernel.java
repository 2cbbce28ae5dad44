package dev.evokernel.backend;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

/** A kernel that doubles a vector and misbehaves as its parameter FAULT says. */
public final class FaultKernel {

  private FaultKernel() {}

  public static Path file() {
    try {
      var resource = FaultKernel.class.getResource("/kernels/fault/kernel.yaml");
      return Path.of(Objects.requireNonNull(resource).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Kernel read(String backend) {
    return KernelReader.read(file(), backend);
  }

  /** The incumbent with one fault. */
  public static Configuration with(Kernel kernel, String fault) {
    return kernel.incumbent().with("FAULT", Value.of(fault));
  }
}

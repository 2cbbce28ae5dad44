package dev.evokernel.backend;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;

/** A kernel of which a configuration has three binaries: a width in f32, and another in both. */
public final class WidthsKernel {

  private WidthsKernel() {}

  public static Path file() {
    try {
      return Path.of(
          Objects.requireNonNull(WidthsKernel.class.getResource("/kernels/widths/kernel.yaml"))
              .toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Kernel read() {
    return KernelReader.read(file(), "cpu");
  }

  public static Configuration with(Kernel kernel, String fault) {
    return kernel.defaultConfiguration().with("FAULT", Value.of(fault));
  }
}

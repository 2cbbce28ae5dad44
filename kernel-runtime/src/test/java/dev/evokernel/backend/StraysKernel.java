package dev.evokernel.backend;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;

/** A kernel whose faults do not show on the declared shapes with the usual inputs. */
public final class StraysKernel {

  private StraysKernel() {}

  public static Path file() {
    try {
      return Path.of(
          Objects.requireNonNull(StraysKernel.class.getResource("/kernels/strays/kernel.yaml"))
              .toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Kernel read(String backend) {
    return KernelReader.read(file(), backend);
  }

  public static Configuration with(Kernel kernel, String fault) {
    return kernel.defaultConfiguration().with("FAULT", Value.ofPlain(fault));
  }
}

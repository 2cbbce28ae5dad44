package dev.evokernel.cuda;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

/** The fault kernel on a GPU, in single or half precision. */
enum GpuKernel {
  SINGLE("/kernels/fault/kernel.yaml"),
  HALF("/kernels/fault16/kernel.yaml");

  private final String resource;

  GpuKernel(String resource) {
    this.resource = resource;
  }

  Path file() {
    try {
      return Path.of(
          Objects.requireNonNull(GpuKernel.class.getResource(resource), resource).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Kernel read() {
    return KernelReader.read(file(), "cuda");
  }

  /** The incumbent with one value exchanged. */
  Configuration with(String parameter, Object value) {
    return read().incumbent().with(parameter, Value.ofPlain(value));
  }
}

package dev.evokernel.cuda;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

/** {@code y = factor·x} on a GPU, in single or half precision, with faults to choose from. */
enum VectorKernel {
  SINGLE("/kernels/vector/kernel.yaml"),
  HALF("/kernels/vector16/kernel.yaml");

  private final String resource;

  VectorKernel(String resource) {
    this.resource = resource;
  }

  Path file() {
    try {
      return Path.of(
          Objects.requireNonNull(VectorKernel.class.getResource(resource), resource).toURI());
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

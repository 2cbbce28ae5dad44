package dev.evokernel.cuda;

import dev.evokernel.backend.FaultKernel;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import java.nio.file.Path;

/** The fault kernel on a GPU, in single or half precision. */
public enum GpuKernel {
  SINGLE(FaultKernel.file()),
  HALF(FaultKernel.halfPrecision());

  private final Path file;

  GpuKernel(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  public Kernel read() {
    return KernelReader.read(file(), "cuda");
  }

  /** The default with one value exchanged. */
  public Configuration with(String parameter, Object value) {
    return read().defaultConfiguration().with(parameter, Value.ofPlain(value));
  }
}

package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;

/** Kernels for one thing each: two need compute capability 9.0. */
public enum SmallKernel {
  CLUSTER,
  COOPERATIVE,
  SCRATCH,
  TENSORMAP;

  public Kernel read() {
    String resource = "/kernels/" + name().toLowerCase(Locale.ROOT) + "/kernel.yaml";
    try {
      return KernelReader.read(
          Path.of(Objects.requireNonNull(SmallKernel.class.getResource(resource)).toURI()), "cuda");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}

package dev.evokernel.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;

/**
 * A kernel of this module's tests on the first OpenCL device.
 *
 * @param cache folder of binaries
 */
record OpenClFixture(Kernel kernel, Compiler compiler, Device device, Path cache)
    implements AutoCloseable {

  static boolean present() {
    return !new OpenClBackend().devices().isEmpty();
  }

  static OpenClFixture open(String name, Path cache) {
    var backend = new OpenClBackend();
    var identity = backend.devices().getFirst();
    return new OpenClFixture(
        kernel(name),
        backend.compiler(identity, cache, Duration.ofSeconds(60)),
        backend.open(identity),
        cache);
  }

  static Kernel kernel(String name) {
    try {
      return KernelReader.read(
          Path.of(
              Objects.requireNonNull(
                      OpenClFixture.class.getResource("/kernels/" + name + "/kernel.yaml"))
                  .toURI()),
          "opencl");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Workspace workspace() {
    Optional<Binary> reference = compiler.reference(kernel.reference()).map(OpenClFixture::binary);
    return device.workspace(
        kernel, kernel.shape("ragged"), new PreparedReference(reference, cache, Duration.ZERO));
  }

  Program load(Configuration configuration) {
    return device.load(
        kernel, configuration, binary(compiler.compile(kernel.source(), configuration)));
  }

  private static Binary binary(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }

  @Override
  public void close() {
    device.close();
  }
}

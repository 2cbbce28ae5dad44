package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.ShapeBinaries;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Source;

/** The first GPU, opened, with a compiler. */
record GpuFixture(Compiler compiler, Device device, Path cache) implements AutoCloseable {

  /** The condition of every test tagged {@code gpu}. */
  static boolean present() {
    return !new CudaBackend().devices().isEmpty();
  }

  static GpuFixture open(Path cache) {
    Backend backend = new CudaBackend();
    List<DeviceIdentity> devices = backend.devices();
    return new GpuFixture(
        backend.compiler(devices.getFirst(), cache, Duration.ofMinutes(1)),
        backend.open(devices.getFirst()),
        cache);
  }

  /**
   * Whether the device meets what a variant of a kernel of the repository requires, if it is one.
   */
  boolean runs(String name) {
    return !name.contains("/")
        || RepositoryKernelsIT.variant(name).unmet(device.limits()::value).isEmpty();
  }

  Workspace workspace(Kernel kernel, String shape) {
    Compilation compilation =
        new ShapeBinaries(kernel, List.of(kernel.shape(shape)))
            .ofProblem(macros -> compiler.reference(kernel.reference(), macros).orElseThrow());
    var reference = new PreparedReference(Optional.of(binary(compilation)), cache, Duration.ZERO);
    return device.workspace(kernel, kernel.shape(shape), reference);
  }

  Program load(Kernel kernel, Configuration configuration) {
    return device.load(kernel, configuration, compile(kernel, kernel.source(), configuration));
  }

  /** For all shapes of the kernel. */
  Binary compile(Kernel kernel, Source source, Configuration configuration) {
    return binary(
        new ShapeBinaries(kernel, kernel.shapes())
            .ofCandidate(
                configuration,
                macros -> compiler.compile(source, configuration.withoutVariant().and(macros))));
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

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wherever there is a toolkit, with or without a GPU. */
class ProbeCompilesIT {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"sm_80, mma", "sm_90a, wgmma"})
  void compile_theInstructionsOfAnArchitecture_succeeds(String architecture, String what)
      throws IOException {
    Toolkit toolkit = Toolkit.find(System.getenv(), Path.of("/"), 99);
    assumeTrue(
        toolkit.nvrtc().or(toolkit::nvcc).isPresent(), "neither NVRTC nor nvcc on this machine");
    Kernel probe = KernelReader.read(ShippedSources.probe(folder), "cuda");
    assertThat(
            new CudaBackend()
                .compiler(architecture, folder.resolve("cache"), Duration.ofMinutes(2))
                .compile(
                    probe.source(), probe.defaultConfiguration().with("PROBE", Value.of(what))))
        .isInstanceOf(Compilation.Compiled.class);
  }
}

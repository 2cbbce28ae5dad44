package dev.evokernel.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SanitizerRunTest {

  private static List<String> names(Kernel kernel) {
    return SanitizerRun.perBinary(kernel, kernel.shapes(), kernel.defaultConfiguration()).stream()
        .map(Shape::name)
        .toList();
  }

  @Test
  void perBinary_ofAKernelWithOne_isTheShapeWithTheLeastWork() {
    assertThat(names(Saxpy.read())).containsExactly("ragged");
  }

  @Test
  void perBinary_ofHeadsAndTypesThatAreCompiledIn_isOneForEach() {
    assertThat(names(KernelReader.read(Path.of("../kernels/attention"), "cuda")))
        .containsExactly("b1h8_causal", "d128_ragged", "b1h8_causal_bf16", "d128_ragged_bf16");
  }

  @Test
  void perBinary_ofAnotherVariantThanTheDefaults_isByThatVariantsMacros() {
    Kernel kernel = KernelReader.read(Path.of("../kernels/attention"), "cuda");
    Kernel ampere = kernel.variants().find("ampere").orElseThrow().kernel();

    assertThat(
            SanitizerRun.perBinary(kernel, kernel.shapes(), ampere.defaultConfiguration()).stream()
                .map(Shape::name))
        .containsExactly("b1h8_causal", "d128_ragged", "b1h8_causal_bf16", "d128_ragged_bf16");
  }
}

package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fixture.TwoVariants;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.roofline.Devices;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnableVariantsTest {

  @TempDir Path temporary;

  private Kernel kernel;

  @BeforeEach
  void read() {
    kernel = TwoVariants.in(temporary);
  }

  @Test
  void of_variantThatTheDeviceCannotRun_isLeftOutWithItsReason() {
    RunnableVariants runnable = of(List.of(), kernel.shapes());
    assertThat(runnable.kernel().variants().names()).containsExactly("plain", "vector");
    assertThat(runnable.notes())
        .containsExactly(
            "left out: the variant 'huge' requires 'device.vector_bytes >= 65536', because its"
                + " vectors are that long");
  }

  @Test
  void of_unknownDevice_leavesOutOnlyWhatShapesRuleOut() {
    assertThat(
            RunnableVariants.of(kernel, List.of(), Optional.empty(), kernel.shapes())
                .kernel()
                .variants()
                .names())
        .containsExactly("plain", "vector", "huge");
  }

  @Test
  void of_shapeOnWhichADefaultBreaksAConstraint_namesVariantAndShape() {
    Kernel gemm = KernelReader.read(Path.of("..", "kernels", "gemm"), "cuda");
    RunnableVariants runnable =
        RunnableVariants.of(gemm, List.of(), Optional.of(Devices.h200()), gemm.shapes());
    assertThat(runnable.kernel().variants().names()).containsExactly("ampere");
    assertThat(runnable.kernel().defaultConfiguration().variant()).contains("ampere");
    assertThat(runnable.notes())
        .singleElement()
        .asString()
        .startsWith(
            "left out: the variant 'hopper' has a default that breaks 'N % 8 == 0 and K % 8 == 0'"
                + " on shape 'odd', because rows that a tensor map describes");
    assertThat(
            RunnableVariants.of(gemm, List.of(), Optional.of(Devices.h200()), gemm.defaultShapes())
                .kernel()
                .defaultConfiguration()
                .variant())
        .contains("hopper");
  }

  @Test
  void parsed_configurationOfAVariant_isCheckedOnItsConstraints() {
    List<Shape> even = List.of(new Shape("even", Map.of("M", 64L, "N", 512L)));
    assertThat(NamedConfiguration.parsed(kernel, "variant=plain,UNROLL=2,THREADS=2", even))
        .hasToString("variant=plain UNROLL=2 THREADS=2 ORDER=up");
    assertThatThrownBy(
            () ->
                NamedConfiguration.parsed(
                    kernel, "variant=plain,UNROLL=2,THREADS=2", kernel.shapes()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("violates 'M % UNROLL == 0 or THREADS == 1'")
        .hasMessageContaining("'ragged'");
  }

  @Test
  void of_unknownName_namesTheNearest() {
    assertThatThrownBy(() -> of(List.of("vektor"), kernel.shapes()))
        .isInstanceOf(BadInputException.class)
        .hasMessage("The kernel 'rows' has no variant 'vektor'. Maybe 'vector'?");
  }

  @Test
  void of_onlyAVariantThatCannotRun_saysWhy() {
    assertThatThrownBy(() -> of(List.of("huge"), kernel.shapes()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("No variant of 'rows' can run here: the variant 'huge' requires");
  }

  @Test
  void parsed_parameterOfAnotherVariant_isRefused() {
    assertThat(NamedConfiguration.parsed(kernel, "variant=vector,WIDTH=8", kernel.shapes()))
        .hasToString("variant=vector WIDTH=8 UNROLL=8 TWICE=true");
    assertThatThrownBy(
            () -> NamedConfiguration.parsed(kernel, "variant=vector,THREADS=2", kernel.shapes()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("has no parameter 'THREADS'");
  }

  private RunnableVariants of(List<String> names, List<Shape> shapes) {
    return RunnableVariants.of(kernel, names, Optional.of(TwoVariants.limits()), shapes);
  }
}

package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.GemmFile;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.RowsFile;
import dev.evokernel.kernel.Variant;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantReaderTest {

  @TempDir Path temporary;

  @Test
  void read_variants_haveTheirOwnAndWhatAllOfThemShare() throws IOException {
    Kernel kernel = new RowsFile(temporary).read();
    assertThat(kernel.variants().names()).containsExactly("plain", "vector");
    assertThat(kernel.defaultConfiguration()).hasToString("variant=plain UNROLL=1 THREADS=1");
    assertThat(kernel.arguments()).extracting(Argument::name).containsExactly("A", "S", "M", "N");
    Kernel vector = variant(kernel, "vector");
    assertThat(vector.defaultConfiguration()).hasToString("variant=vector UNROLL=2 WIDTH=4");
    assertThat(vector.arguments())
        .extracting(Argument::name)
        .containsExactly("A", "S", "M", "N", "width");
    assertThat(vector.source().flags()).containsExactly("-O3");
    assertThat(vector.parameters()).extracting(Parameter::name).containsExactly("UNROLL", "WIDTH");
  }

  @Test
  void parameters_ofTheWhole_areTheVariantAndEveryNameOnce() throws IOException {
    assertThat(new RowsFile(temporary).read().parameters())
        .containsExactly(
            new Parameter("variant", List.of(Value.of("plain"), Value.of("vector"))),
            new Parameter("UNROLL", List.of(Value.of(4), Value.of(2), Value.of(1), Value.of(8))),
            new Parameter("THREADS", List.of(Value.of(1), Value.of(2))),
            new Parameter("WIDTH", List.of(Value.of(4), Value.of(8))));
  }

  @Test
  void parameters_numbersThatAscendInEveryVariant_ascend() throws IOException {
    Kernel kernel = new RowsFile(temporary).with("[4, 2, 1]", "[1, 4, 16]").read();
    assertThat(kernel.parameters().get(1).values())
        .containsExactly(Value.of(1), Value.of(2), Value.of(4), Value.of(8), Value.of(16));
  }

  @Test
  void of_configuration_isTheKernelOfItsVariant() throws IOException {
    Kernel kernel = new RowsFile(temporary).read();
    Configuration chosen = variant(kernel, "vector").defaultConfiguration();
    assertThat(kernel.of(chosen)).isSameAs(variant(kernel, "vector"));
    assertThatThrownBy(() -> kernel.of(chosen.withoutVariant()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must choose one of the variants of kernel 'rows': [plain, vector]");
  }

  @Test
  void of_kernelWithoutVariants_isTheKernel() throws IOException {
    Kernel kernel = KernelReader.read(new GemmFile(temporary).write(), "cpu");
    assertThat(kernel.of(kernel.defaultConfiguration())).isSameAs(kernel);
    assertThat(kernel.defaultConfiguration().withoutVariant())
        .isSameAs(kernel.defaultConfiguration());
  }

  @Test
  void only_oneVariant_hasItsDefaultAndKeepsEveryFile() throws IOException {
    Kernel kernel = new RowsFile(temporary).read();
    Kernel narrowed = kernel.only(List.of("vector"));
    assertThat(narrowed.defaultConfiguration()).hasToString("variant=vector UNROLL=2 WIDTH=4");
    assertThat(narrowed.parameters())
        .extracting(Parameter::name)
        .containsExactly("variant", "UNROLL", "WIDTH");
    assertThat(KernelSources.of(narrowed).hash()).isEqualTo(KernelSources.of(kernel).hash());
  }

  @Test
  void read_defaultNamesAVariant_isThatOnesDefault() throws IOException {
    Kernel kernel =
        new RowsFile(temporary).with("    variants:", "    default: vector\n    variants:").read();
    assertThat(kernel.defaultConfiguration().variant()).contains("vector");
  }

  @Test
  void unmet_deviceBelowARequirement_isThatRequirement() throws IOException {
    Variant vector = new RowsFile(temporary).read().variants().find("vector").orElseThrow();
    assertThat(vector.unmet(_ -> 32)).isEmpty();
    assertThat(vector.unmet(_ -> 16))
        .hasValueSatisfying(
            unmet -> assertThat(unmet.because()).isEqualTo("it adds eight at once"));
  }

  @Test
  void read_formula_standsForItsExpression() throws IOException {
    Kernel vector = variant(new RowsFile(temporary).read(), "vector");
    var sums = vector.constraints().getFirst().condition();
    assertThat(sums.text()).isEqualTo("SUMS <= 32");
    assertThat(sums.names()).containsExactlyInAnyOrder("UNROLL", "WIDTH");
    var frame = vector.frame(vector.defaultConfiguration(), vector.shape("small"));
    assertThat(sums.test(frame)).isTrue();
    assertThat(sums.test(frame.set("UNROLL", Value.of(8)))).isFalse();
    assertThat(vector.work().flops().integer(frame)).isEqualTo(64L * 512);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          entry: rows            | entri: rows | unknown key 'entri'
          entry: rows            | entry: rows\\n        default_shapes: [small] | unknown key 'default_shapes'
          'variants:'            | "default: vektor\\n    variants:" | there is no variant 'vektor'
          'variants:'            | "default: {UNROLL: 1}\\n    variants:" | with variants, 'default' must name one of them
          'variants:'            | "flags: [-O2]\\n    variants:" | 'flags' is defined in variant 'vector' and in the common section
          'variants:'            | "parameters: {WIDTH: [1]}\\n    variants:" | the default lacks 'WIDTH'
          'default: {UNROLL: 1, THREADS: 1}' | '' | the variant 'plain' has no 'default'
          'name: width, type: i32, value: WIDTH' | 'name: W, type: f32, dimensions: [M]' | the variant 'vector' adds the buffer 'W'
          'N % WIDTH == 0'       | 'N % 7 == 0' | the default breaks 'N % 7 == 0'
          'UNROLL * WIDTH'       | 'UNROLL * WIDE' | unknown name 'WIDE'
          'UNROLL * WIDTH'       | 'SUMS' | 'STEP' reads itself: STEP → SUMS → STEP
          'SUMS: 2 * STEP'       | 'WIDTH: 2 * STEP' | 'WIDTH' names a formula and a parameter or a dimension
          'SUMS: 2 * STEP'       | 'WORK: 2 * STEP' | 'WORK' is defined below 'let' in variant 'vector' and in the common section
          'SUMS: 2 * STEP'       | 'min: 2 * STEP' | 'min' cannot be a name here
          'WIDTH: [4, 8]'        | 'variant: [4, 8]' | 'variant' cannot be a name here
          'device.vector_bytes >= 32' | 'WIDTH >= 32' | unknown name 'WIDTH'
          """)
  void read_badVariants_saysWhatAndWhere(String old, String replacement, String message)
      throws IOException {
    Path file =
        new RowsFile(temporary)
            .with(old, replacement.replace("\\n", "\n").replace("\"", ""))
            .write();
    var e = catchThrowableOfType(InvalidFileException.class, () -> KernelReader.read(file, "cpu"));
    assertThat(e).as("no exception").isNotNull();
    assertThat(Objects.requireNonNull(e.getMessage()))
        .containsPattern("kernel\\.yaml:\\d+:\\d+: ")
        .contains(message);
  }

  @Test
  void read_shapeThatNoVariantCanRun_isNamedWithEachReason() throws IOException {
    Path file =
        new RowsFile(temporary)
            .with("N: 300", "N: 301")
            .with("THREADS: 1}", "THREADS: 1}\n        constraints: [N % 4 == 0]")
            .write();
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(
            "no variant can run the shape 'ragged': the default of 'plain' breaks 'N % 4 == 0',"
                + " the default of 'vector' breaks 'N % WIDTH == 0'");
  }

  @Test
  void read_shapeThatOneVariantCannotRun_isLeftToTheOthers() throws IOException {
    Kernel kernel = new RowsFile(temporary).with("N: 300", "N: 301").read();
    Kernel vector = variant(kernel, "vector");
    assertThat(vector.broken(kernel.shape("small"))).isEmpty();
    assertThat(vector.broken(kernel.shape("ragged")))
        .hasValueSatisfying(
            broken -> assertThat(broken.condition().text()).isEqualTo("N % WIDTH == 0"));
  }

  @Test
  void read_aNameOfTwoTypes_isRefused() throws IOException {
    Path file =
        new RowsFile(temporary)
            .with("THREADS: [1, 2]", "WIDTH: [narrow, wide]")
            .with("THREADS: 1", "WIDTH: wide")
            .write();
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("WIDTH is integer in the variant 'vector' and text in 'plain'");
  }

  private static Kernel variant(Kernel kernel, String name) {
    return kernel.variants().find(name).orElseThrow().kernel();
  }
}

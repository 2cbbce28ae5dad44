package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types of arguments that parameters choose. */
class TypeChoiceReaderTest {

  @TempDir private Path temporary;

  private Kernel read(String... replacements) throws Exception {
    Path original =
        Path.of(
            Objects.requireNonNull(TypeChoiceReaderTest.class.getResource("/kernels/rounded"))
                .toURI());
    Path folder = Files.createTempDirectory(temporary, "k");
    for (String name : List.of("rounded.c", "rounded.cu", "reference.c", "reference.cu")) {
      Files.copy(original.resolve(name), folder.resolve(name));
    }
    String text = Files.readString(original.resolve("kernel.yaml"));
    for (int i = 0; i < replacements.length; i += 2) {
      assertThat(text).contains(replacements[i]);
      text = text.replace(replacements[i], replacements[i + 1]);
    }
    return KernelReader.read(Files.writeString(folder.resolve("kernel.yaml"), text), "cpu");
  }

  private static List<ElementType> types(Kernel kernel) {
    return kernel.entryPoint().signature().types();
  }

  private static Configuration with(Kernel kernel, String parameter, String value) {
    return kernel.defaultConfiguration().with(parameter, Value.of(value));
  }

  @Test
  void typed_givesArgumentsTheTypesOfTheConfiguration() throws Exception {
    Kernel kernel = read();
    Configuration halves = with(kernel, "OUT", "half");
    assertThat(types(kernel))
        .containsExactly(
            ElementType.F32, ElementType.F32, ElementType.F32, ElementType.F64, ElementType.I32);
    assertThat(types(kernel.of(halves)))
        .containsExactly(
            ElementType.F16, ElementType.F32, ElementType.F16, ElementType.F32, ElementType.I32);
    assertThat(types(kernel.typed(halves).ofReference())).isEqualTo(types(kernel));
    assertThat(types(kernel.typed(halves).on(kernel.shapes().getFirst())))
        .isEqualTo(types(kernel.of(halves)));
  }

  @Test
  void ofReference_ofTheKernelItself_hasTheTypesOfThatConfiguration() throws Exception {
    Kernel kernel =
        read(
            "{sources: [reference.c], entry: reference}",
            "{configuration: {WEIGHTS: f16, OUT: half, FACTOR: f32, FAULT: none}}");
    assertThat(types(kernel.ofReference()))
        .isEqualTo(types(kernel.typed(with(kernel, "OUT", "half"))));
  }

  @Test
  void tolerance_isThatOfTheLeastExactTypeOfTheConfiguration() throws Exception {
    Kernel kernel = read();
    Configuration exact = with(kernel, "WEIGHTS", "f32");
    assertThat(kernel.tolerance("y").absolute()).isEqualTo(1e-6);
    assertThat(kernel.typed(exact).tolerance("y").absolute()).isEqualTo(1e-6);
    assertThat(kernel.typed(kernel.defaultConfiguration()).tolerance("y").absolute())
        .isEqualTo(0.01);
    assertThat(kernel.typed(exact.with("OUT", Value.of("half"))).tolerance("y").absolute())
        .isEqualTo(0.01);
  }

  @Test
  void depended_hasTheParametersOfTypes_andTheReferenceNone() throws Exception {
    Kernel kernel = read();
    assertThat(kernel.depended()).containsExactly("FACTOR", "OUT", "WEIGHTS");
    InputSet chosen = InputSet.usual(1).of(kernel, with(kernel, "WEIGHTS", "f32"));
    assertThat(chosen).hasToString("seed 1, inputs for WEIGHTS=f32");
    assertThat(chosen.ofReference(kernel)).isEqualTo(InputSet.usual(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "type: WEIGHTS|type: WEIGHT|3:21: 'type' cannot be 'WEIGHT'|Maybe 'WEIGHTS'?",
        "[f16, f32]|[f16, f33]|3:21: the parameter 'WEIGHTS' is one of [f16, f33]|A parameter used as a type must list",
        "[f16, f32]|[f16, i32]|3:21: the parameter 'WEIGHTS' is one of [f16, i32]|all floating or all integer",
        "[f16, f32]|[f16, f4e2m1]|3:21: the parameter 'WEIGHTS' is one of|at least a byte",
        "type: WEIGHTS|type: FAULT|3:21: the parameter 'FAULT' is one of [none, imprecise]|element types",
        "special: [large]|\"fill: {command: [sh, w.sh]}\"|3:21: the parameter 'WEIGHTS' chooses the type of 'w', and a program makes it|Name one type. Only fills of numbers",
        "FACTOR: [f32, f64]|FACTOR: [f32, f8e4m3]|6:26: the parameter 'FACTOR' chooses the type of 'factor', and a scalar has at least 16 bits|Name one type",
        "\", f16: {absolute: 0.01, relative: 0.01}\"||2:1: the output 'y' has no tolerance for f16|tolerances: {f16:",
      })
  void read_wrongType_saysWhatAndHow(
      String old,
      @org.jspecify.annotations.Nullable String replacement,
      String said,
      @org.jspecify.annotations.Nullable String advice) {
    assertThatThrownBy(() -> read(old, Objects.requireNonNullElse(replacement, "")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(said)
        .hasMessageContaining(Objects.requireNonNullElse(advice, ""));
  }

  @Test
  void check_aSourceThatSpellsOneType_isRefusedForTheOther() throws Exception {
    Kernel kernel =
        read(
            "sources: [rounded.c]", "sources: [reference.c]", "entry: rounded", "entry: reference");
    String text = Files.readString(kernel.source().files().getFirst());
    assertThatThrownBy(
            () -> KernelReader.check(kernel.file(), "cpu", new SignatureCheckTest.TextView(text)))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("'w' is a buffer of f16 here and 'const float *w' in reference.c");
  }

  @Test
  void read_aCheckOfItsOwn_isRefused() {
    assertThatThrownBy(
            () ->
                read(
                    "tolerances: {f32: {absolute: 1e-6, relative: 1e-6}, f16: {absolute: 0.01, relative: 0.01}}\n",
                    "",
                    "reference: {sources: [reference.c], entry: reference}",
                    "check: {command: [sh, judge.sh]}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("chooses the type of 'w', and the kernel's own check judges it");
  }

  @Test
  void read_aMiniatureWithSuchAType_isRefused() {
    assertThatThrownBy(
            () ->
                read(
                    "    entry: rounded\n    reference: {sources: [reference.c]",
                    "    entry: rounded\n    micro: {sources: [rounded.c], entry: rounded, shape: {N: 8}}\n    reference: {sources: [reference.c]"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("the miniature has a type that the parameter 'FACTOR' chooses")
        .hasMessageContaining("Write 'arguments' with other fills and types below 'micro'.");
  }
}

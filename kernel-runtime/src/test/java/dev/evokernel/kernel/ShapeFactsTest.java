package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.WidthsKernel;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeFactsTest {

  @TempDir Path folder;

  private final Kernel kernel = WidthsKernel.read();

  private String flags(String shape) {
    return kernel.macros(kernel.defaultConfiguration(), kernel.shape(shape)).flags();
  }

  private static List<String> names(List<Shape> shapes) {
    return shapes.stream().map(Shape::name).toList();
  }

  @Test
  void macros_ofDimensionFactAndParameter_haveTheShapesValues() {
    assertThat(flags("narrow")).isEqualTo("-DWIDTH=12 -DDOUBLE=0 -DSTEPS=6");
    assertThat(flags("wide_double")).isEqualTo("-DWIDTH=500 -DDOUBLE=1 -DSTEPS=250");
    assertThat(flags("tall_double")).isEqualTo(flags("wide_double"));
  }

  @Test
  void macrosOfProblem_leavesOutWhatReadsAParameter() {
    assertThat(kernel.macrosOfProblem(kernel.shape("wide")).flags())
        .isEqualTo("-DWIDTH=500 -DDOUBLE=0");
  }

  @Test
  void on_aShape_givesBuffersTheTypeOfItsFact() {
    Kernel single = kernel.on(kernel.shape("wide"));
    Kernel twice = kernel.on(kernel.shape("wide_double"));
    assertThat(single.arguments())
        .extracting(Argument::type)
        .containsExactly(ElementType.F32, ElementType.F32, ElementType.I32);
    assertThat(twice.arguments())
        .extracting(Argument::type)
        .containsExactly(ElementType.F64, ElementType.F64, ElementType.I32);
    assertThat(twice.entryPoint().macros()).isEqualTo(kernel.entryPoint().macros());
  }

  @Test
  void on_aShapeOfAKernelWithoutTypedFacts_isThatKernel() throws IOException {
    Kernel gemm = KernelReader.read(new GemmFile(folder).write(), "cpu");
    assertThat(gemm.on(gemm.shapes().getFirst())).isSameAs(gemm);
  }

  @Test
  void work_mayReadTheSizeOfAnElement() {
    for (String name : List.of("wide", "wide_double")) {
      Shape shape = kernel.shape(name);
      assertThat(kernel.work().bytes().real(kernel.frame(kernel.defaultConfiguration(), shape)))
          .isEqualTo((name.equals("wide") ? 4 : 8) * (21 * 500 + 21.0));
    }
  }

  @Test
  void toString_ofAShapeWithFacts_namesThem() {
    assertThat(kernel.shape("narrow")).hasToString("narrow (R=333 W=12 T=f32)");
  }

  @Test
  void defaultShapes_ofACondition_areThoseForWhichItHolds() {
    assertThat(names(kernel.defaultShapes())).containsExactly("narrow", "wide");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wide                      | wide",
        "all                       | narrow, wide, wide_double, tall_double",
        "W == 500 and T == \"f64\" | wide_double, tall_double",
        "T.bytes * W < 100         | narrow",
        "narow                     | ''",
        "R > 1000                  | ''"
      })
  void of_nameOrCondition_picks(String text, String expected) {
    assertThat(String.join(", ", names(new ShapeSelection(kernel.shapes()).of(text))))
        .isEqualTo(expected);
  }

  @Test
  void of_conditionOnAParameter_isRefusedWithTheNamesOfShapes() {
    var selection = new ShapeSelection(kernel.shapes());
    assertThatThrownBy(() -> selection.of("LANES == 2"))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining("unknown name 'LANES'");
  }

  @Test
  void on_writtenMacros_areThoseOfTheKernel() {
    var written = WrittenMacros.of(kernel);
    for (Shape shape : kernel.shapes()) {
      assertThat(written.on(shape, kernel.defaultConfiguration()))
          .isEqualTo(kernel.macros(kernel.defaultConfiguration(), shape));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: x, type: T | name: x, type: U     | 14:25: 'type' cannot be 'U'",
        "type: i32, value | type: T, value       | 16:28: the type of the scalar 'rows' is a fact",
        "facts: {T: [f32, | facts: {T: [i32, f32,| 14:25: the fact 'T' is one of [i32, f32, f64]",
        "facts: {T: [f32, | facts: {T: [f32, big,| 14:25: the fact 'T' is one of [f32, big, f64]",
        ", f64: {absolute: 1e-9, relative: 1e-10}}"
            + " | } | 13:5: the output 'sums' has no tolerance for f64",
        "work: {flops: R * W | work: {flops: T | 18:19: 'T' must be a number, was text"
      })
  void read_factOrTypeThatDoesNotFit_saysWhere(String old, String changed, String message)
      throws IOException {
    Path source = Objects.requireNonNull(WidthsKernel.file().getParent());
    for (String name : List.of("widths.c", "reference.c", "element.h")) {
      Files.copy(source.resolve(name), folder.resolve(name));
    }
    String text = Files.readString(WidthsKernel.file());
    assertThat(text).contains(old);
    Path file = Files.writeString(folder.resolve("kernel.yaml"), text.replace(old, changed));
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:" + message);
  }
}

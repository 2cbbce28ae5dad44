package dev.evokernel.spec;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;

class ShapeFuzzTest {

  private static Kernel gemm() {
    return KernelReader.read(Path.of("../kernels/gemm").toAbsolutePath(), "cpu");
  }

  private static List<Shape> drawn(Kernel kernel, int count, long seed) {
    return new ShapeFuzz(kernel, kernel.shapes(), new SplittableRandom(seed)).draw(count);
  }

  @Test
  void draw_sameSeed_drawsTheSameAndAnotherSeedOthers() {
    assertThat(drawn(gemm(), 3, 1))
        .isEqualTo(drawn(gemm(), 3, 1))
        .isNotEqualTo(drawn(gemm(), 3, 2));
  }

  @Test
  void draw_severalShapes_areNewAndBetweenTheDeclared() {
    Kernel kernel = gemm();
    List<Shape> shapes = drawn(kernel, 4, 1);
    assertThat(shapes)
        .extracting(Shape::name)
        .containsExactly("fuzz-1", "fuzz-2", "fuzz-3", "fuzz-4");
    assertThat(shapes).extracting(Shape::dimensions).doesNotHaveDuplicates();
    for (Shape shape : shapes) {
      shape
          .dimensions()
          .forEach(
              (name, size) -> {
                var sizes =
                    kernel.shapes().stream()
                        .mapToLong(one -> one.dimensions().get(name))
                        .summaryStatistics();
                assertThat(size).isBetween(sizes.getMin(), sizes.getMax());
              });
      for (Constraint constraint : kernel.constraints()) {
        assertThat(kernel.breaking(constraint, kernel.defaultConfiguration(), List.of(shape)))
            .isEmpty();
      }
    }
  }

  @Test
  void draw_declaredShapesWithoutRoomBetween_drawsNothing() {
    Kernel kernel = gemm();
    var fuzz = new ShapeFuzz(kernel, List.of(kernel.shapes().getFirst()), new SplittableRandom(1));
    assertThat(fuzz.draw(3)).isEmpty();
  }

  @Test
  void draw_fuzzedShapes_shareWhatIsCompiledInWithADeclaredShape() {
    Kernel kernel =
        KernelReader.read(
            Path.of("../kernel-runtime/src/test/resources/kernels/widths").toAbsolutePath(), "cpu");
    List<Shape> drawn = new ShapeFuzz(kernel, kernel.shapes(), new SplittableRandom(5)).draw(6);
    assertThat(drawn).hasSizeGreaterThan(2);
    assertThat(drawn)
        .allSatisfy(
            shape ->
                assertThat(kernel.shapes())
                    .anyMatch(
                        declared ->
                            kernel
                                .macros(kernel.defaultConfiguration(), declared)
                                .equals(kernel.macros(kernel.defaultConfiguration(), shape))));
  }
}

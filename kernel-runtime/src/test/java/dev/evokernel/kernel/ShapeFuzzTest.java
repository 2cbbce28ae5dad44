package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.space.Constraint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShapeFuzzTest {

  @TempDir Path folder;

  private Kernel gemm() throws java.io.IOException {
    return KernelReader.read(new GemmFile(folder).write(), "cpu");
  }

  private static List<Shape> drawn(Kernel kernel, int count, long seed) {
    return new ShapeFuzz(kernel, kernel.shapes(), new SplittableRandom(seed)).draw(count);
  }

  @Test
  void draw_sameSeed_drawsTheSameAndAnotherSeedOthers() throws Exception {
    assertThat(drawn(gemm(), 3, 1))
        .isEqualTo(drawn(gemm(), 3, 1))
        .isNotEqualTo(drawn(gemm(), 3, 2));
  }

  @Test
  void draw_severalShapes_areNewAndBetweenTheDeclared() throws Exception {
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
        assertThat(
                kernel.space().breaking(constraint, kernel.defaultConfiguration(), List.of(shape)))
            .isEmpty();
      }
    }
  }

  @Test
  void draw_declaredShapesWithoutRoomBetween_drawsNothing() throws Exception {
    Kernel kernel = gemm();
    var fuzz = new ShapeFuzz(kernel, List.of(kernel.shapes().getFirst()), new SplittableRandom(1));
    assertThat(fuzz.draw(3)).isEmpty();
  }
}

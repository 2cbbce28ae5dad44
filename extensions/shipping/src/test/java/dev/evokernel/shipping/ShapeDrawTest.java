package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.DrawnFrom;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeRanges;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.Test;

final class ShapeDrawTest {

  private final Kernel kernel = Saxpy.read();

  private ShapeDraw draw(long low, long high, Function<Shape, Optional<String>> obstacle) {
    return new ShapeDraw(
        kernel,
        ShapeRanges.NONE.with("N", new DrawnFrom.Interval(low, high, 1)),
        kernel.shapes(),
        obstacle);
  }

  private static long length(Shape shape) {
    return shape.dimensions().getOrDefault("N", 0L);
  }

  @Test
  void draw_sameSeed_isTheSameAndLongerDrawsBeginAlike() {
    ShapeDraw draw = draw(1, 100_000, _ -> Optional.empty());

    List<Shape> some = draw.draw("a:", 10, kernel.shapes(), new SplittableRandom(1));
    List<Shape> more = draw.draw("a:", 25, kernel.shapes(), new SplittableRandom(1));

    assertThat(more).hasSize(25).startsWith(some.toArray(Shape[]::new));
    assertThat(more).extracting(ShapeDrawTest::length).doesNotHaveDuplicates();
  }

  @Test
  void draw_obstacles_areDrawnAgainAndTold() {
    ShapeDraw draw =
        draw(1, 1000, shape -> Optional.of("too odd").filter(_ -> length(shape) % 2 == 1));

    List<Shape> drawn = draw.draw("a:", 20, List.of(), new SplittableRandom(2));

    assertThat(drawn).hasSize(20).allMatch(shape -> length(shape) % 2 == 0);
    assertThat(draw.redrawn()).endsWith(" times: too odd");
  }

  @Test
  void draw_fewerThanAreWanted_endsWithThoseThereAre() {
    ShapeDraw draw = draw(1, 4, _ -> Optional.empty());
    var two = new Shape("two", kernel.shape("small").dimensions());

    assertThat(draw.draw("a:", 10, List.of(two), new SplittableRandom(3))).hasSize(4);
  }

  @Test
  void draw_nothingThatCanBeMeasured_saysWhyWhereAndAWayOut() {
    ShapeDraw draw = draw(1, 1000, _ -> Optional.of("no configuration can run it"));

    assertThatThrownBy(() -> draw.draw("a:", 3, List.of(), new SplittableRandom(4)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("kernel.yaml:")
        .hasMessageContaining("the ranges 'N: 1..1000' contain no measurable shape")
        .hasMessageContaining("times: no configuration can run it")
        .hasMessageContaining("--range NAME=RANGE");
  }
}

package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.DrawnFrom.Interval;
import dev.evokernel.kernel.DrawnFrom.Listed;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShapeRangesTest {

  @TempDir Path temporary;

  private static long drawn(Interval interval, SplittableRandom random) {
    return (long) interval.draw(random).plain();
  }

  @Test
  void draw_ofAnInterval_staysOnItsSteps() {
    var random = new SplittableRandom(1);
    var interval = new Interval(64, 8192, 64);

    assertThat(IntStream.range(0, 5000).mapToLong(_ -> drawn(interval, random)).boxed())
        .allMatch(size -> interval.holds(Value.of((long) size)))
        .contains(64L, 128L, 8192L);
  }

  @Test
  void draw_ofAWideInterval_isEvenInTheLogarithm() {
    var random = new SplittableRandom(2);
    var interval = new Interval(1, 1023, 1);

    long below = IntStream.range(0, 10_000).filter(_ -> drawn(interval, random) < 32).count();

    assertThat(below).isBetween(4800L, 5200L);
  }

  @Test
  void draw_ofANarrowInterval_isEven() {
    var random = new SplittableRandom(3);
    var interval = new Interval(4, 7, 1);

    for (long size = 4; size <= 7; size++) {
      long wanted = size;
      assertThat(IntStream.range(0, 10_000).filter(_ -> drawn(interval, random) == wanted).count())
          .isBetween(2300L, 2700L);
    }
  }

  @Test
  void interval_ofText_isReadWithItsStep() {
    assertThat(DrawnFrom.interval("64..8192 step 64")).contains(new Interval(64, 8192, 64));
    assertThat(DrawnFrom.interval("1 .. 16")).contains(new Interval(1, 16, 1));
    assertThat(DrawnFrom.interval("64")).isEmpty();
    assertThatThrownBy(() -> DrawnFrom.interval("1..8 step 0"))
        .hasMessage("'1..8 step 0' has a step below 1");
    assertThatThrownBy(() -> DrawnFrom.interval("-1..8")).hasMessage("'-1..8' begins below 0");
    assertThatThrownBy(() -> DrawnFrom.interval("1..99999999999999999999"))
        .hasMessageContaining("more than 64 bits");
  }

  @Test
  void draw_ofAShape_hasCompiledSizesOfADeclaredOneAndSatisfiesTheCondition() {
    Scope scope = Scope.builder().declare("S", Type.INTEGER).declare("D", Type.INTEGER).build();
    Map<String, Expression> macros = Map.of("HEAD", Expression.parse("D", scope));
    var ranges =
        new ShapeRanges(
            Map.of("S", new Interval(64, 1024, 1), "D", new Listed(List.of(Value.of(64L)))),
            Optional.of(Expression.parse("S * D <= 32768", scope)),
            Place.FILE);
    var narrow = new Shape("narrow", Map.of("S", 100L, "D", 64L));
    var wide = new Shape("wide", Map.of("S", 100L, "D", 128L));

    List<Shape> models = ranges.models(List.of(narrow, wide), macros);
    assertThat(models).containsExactly(narrow);
    var random = new SplittableRandom(4);
    List<Shape> drawn =
        IntStream.range(0, 500)
            .mapToObj(i -> ranges.draw("drawn-" + i, models, macros, random))
            .flatMap(Optional::stream)
            .toList();

    assertThat(drawn).hasSizeBetween(200, 500);
    assertThat(drawn)
        .allSatisfy(
            shape -> {
              assertThat(shape.dimensions()).containsEntry("D", 64L);
              assertThat(shape.dimensions().get("S")).isBetween(64L, 512L);
            });
  }

  @Test
  void read_ofRanges_hasThemInTheirOrder() throws IOException {
    Path file = new GemmFile(temporary).write();
    Files.writeString(
        file,
        Files.readString(file)
            .replace(
                "    ragged: {M: 131, N: 77, K: 59}\n",
                """
                    ragged: {M: 131, N: 77, K: 59}
                    ranges: {M: 64..512 step 64, K: [64, 128], where: M * K < 60000}
                """));

    assertThat(KernelReader.read(file, "cpu").ranges())
        .hasToString("M: 64..512 step 64, K: [64, 128], where: M * K < 60000");
  }
}

package dev.evokernel.space;

import static dev.evokernel.space.Spaces.integers;
import static dev.evokernel.space.Spaces.range;
import static dev.evokernel.space.Spaces.space;
import static dev.evokernel.space.Spaces.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SearchSpaceTest {

  @Test
  void size_gemmOfTheBenchmarkHub_isExact() {
    SearchSpace gemm = Spaces.gemm();
    assertThat(gemm.combinations()).isEqualTo(BigInteger.valueOf(663_552));
    assertThat(gemm.size()).isEqualTo(116_928);
  }

  @Test
  void size_hotspotOfTheBenchmarkHub_isExact() {
    SearchSpace hotspot = Spaces.hotspot();
    assertThat(hotspot.combinations()).isEqualTo(BigInteger.valueOf(4_440_000));
    assertThat(hotspot.size()).isEqualTo(82_984);
  }

  @Test
  @Tag("full")
  void of_benchmarkSpacesOnceWarm_takesWellUnderAFifthOfASecond() {
    assertThat(fastestOfTen(Spaces::gemm)).isLessThan(Duration.ofMillis(200));
    assertThat(fastestOfTen(Spaces::hotspot)).isLessThan(Duration.ofMillis(200));
  }

  @Test
  void at_lastIndexOfIndependentParameters_doesNotBuildTheProduct() {
    SearchSpace huge = space(IntStream.range(0, 18).mapToObj(i -> range("P" + i, 0, 9)).toList());
    assertThat(huge.size()).isEqualTo(1_000_000_000_000_000_000L);
    assertThat(huge.at(huge.size() - 1).values().values()).containsOnly(Value.of(9));
    assertThat(huge.indexOf(huge.at(123_456_789_012_345_678L))).hasValue(123_456_789_012_345_678L);
  }

  @Test
  void at_moreConfigurationsThanALong_pointsToDrawAndIdentity() {
    SearchSpace huge = space(IntStream.range(0, 19).mapToObj(i -> range("P" + i, 0, 9)).toList());
    assertThat(huge.count()).hasToString("1.000e19");
    assertThat(huge.size()).isEqualTo(Long.MAX_VALUE);
    assertThat(huge.isNumbered()).isFalse();
    assertThatThrownBy(() -> huge.at(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("draw and identity");
    assertThatThrownBy(() -> huge.indexOf(new int[19])).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void at_consecutiveIndices_followTheParametersOrder() {
    SearchSpace space = space(List.of(range("A", 1, 3), range("B", 1, 3)), "A != B");
    assertThat(space.size()).isEqualTo(6);
    assertThat(LongStream.range(0, 6).mapToObj(i -> space.at(i).toString()))
        .containsExactly("A=1 B=2", "A=1 B=3", "A=2 B=1", "A=2 B=3", "A=3 B=1", "A=3 B=2");
  }

  @Test
  void size_constraintThatAnEarlierOneGuards_isNotEvaluatedWhereThatFails() {
    SearchSpace space =
        space(List.of(range("BM", 1, 4), range("WM", 0, 2)), "WM != 0", "BM % WM == 0");
    assertThat(LongStream.range(0, space.size()).mapToObj(i -> space.at(i).toString()))
        .containsExactlyInAnyOrder(
            "BM=1 WM=1", "BM=2 WM=1", "BM=2 WM=2", "BM=3 WM=1", "BM=4 WM=1", "BM=4 WM=2");
  }

  @Test
  void at_indexOutOfRange_throws() {
    SearchSpace space = space(List.of(range("A", 1, 3)));
    assertThatThrownBy(() -> space.at(3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> space.at(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void contains_valueOrParameterUnknown_isFalse() {
    SearchSpace space = space(List.of(range("A", 1, 3)));
    assertThat(space.contains(new Configuration(Map.of("A", Value.of(4))))).isFalse();
    assertThat(space.contains(new Configuration(Map.of("B", Value.of(1))))).isFalse();
    assertThat(space.contains(new Configuration(Map.of("A", Value.of(1), "B", Value.of(1)))))
        .isFalse();
    assertThat(space.contains(new Configuration(Map.of("A", Value.of(1))))).isTrue();
  }

  @Test
  void choices_valueNotListed_saysWhichAndWhatIs() {
    SearchSpace space = space(List.of(range("A", 1, 3)));
    assertThatThrownBy(() -> space.choices(new Configuration(Map.of("A", Value.of(4)))))
        .hasMessageContaining("A=4 is not among [1, 2, 3]");
  }

  @Test
  void of_constraintOverShapes_holdsOnEveryShape() {
    SearchSpace space =
        space(
            List.of(integers("TILE", 1, 2, 3, 4, 6)),
            Map.of("even", Map.of("M", 4L), "odd", Map.of("M", 6L)),
            "M % TILE == 0");
    assertThat(LongStream.range(0, space.size()).mapToObj(space::at))
        .extracting(Configuration::toString)
        .containsExactly("TILE=1", "TILE=2");
  }

  @Test
  void violated_constraintOverShapes_namesTheShapeAndTheValues() {
    SearchSpace space =
        space(
            List.of(integers("TILE", 1, 2, 4), integers("OTHER", 1, 2)),
            Map.of("ragged", Map.of("M", 6L)),
            "M % TILE == 0");
    var broken = new Configuration(Map.of("TILE", Value.of(4), "OTHER", Value.of(1)));
    assertThat(space.violated(broken)).hasValue("TILE=4 breaks 'M % TILE == 0' on shape 'ragged'.");
    assertThat(space.violated(broken.with("TILE", Value.of(2)))).isEmpty();
  }

  @Test
  void of_emptySpace_saysWhichConstraintRemovedHowMany() {
    assertThatThrownBy(
            () -> space(List.of(range("A", 1, 10), range("B", 1, 2)), "A <= 5", "A > 10", "B > 1"))
        .isInstanceOf(EmptySpaceException.class)
        .hasMessage(
            "None of the 20 combinations of values satisfies every constraint. Without 'A > 10'"
                + " there would be 5. Maybe loosen it, or list more values.");
  }

  @Test
  void of_emptySpaceBySeveralConstraints_saysSo() {
    assertThatThrownBy(() -> space(List.of(range("A", 1, 10)), "A > 10", "A > 11"))
        .isInstanceOf(EmptySpaceException.class)
        .hasMessageContaining("Leaving out any single one of the 2 constraints does not help");
  }

  @Test
  void of_constraintThatNoParameterCanMend_isEmpty() {
    assertThatThrownBy(
            () -> space(List.of(range("A", 1, 10)), Map.of("s", Map.of("M", 3L)), "M % 2 == 0"))
        .isInstanceOf(EmptySpaceException.class)
        .hasMessageContaining("Without 'M % 2 == 0' there would be 10");
  }

  @Test
  void of_constraintWithoutValue_namesItAndTheValues() {
    assertThatThrownBy(() -> space(List.of(range("A", 1, 2), range("B", 0, 2)), "A % B == 0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'A % B == 0'")
        .hasMessageContaining("A=1 B=0");
  }

  @Test
  void of_wordsAndTruths_areComparedInConstraints() {
    SearchSpace space =
        space(
            List.of(words("ORDER", "row", "column"), integers("V", 1, 2)),
            "ORDER == 'row' or V == 1");
    assertThat(space.size()).isEqualTo(3);
  }

  @Test
  void listed_configurations_areTheSpace() {
    var parameters = List.of(range("A", 1, 3), range("B", 1, 3));
    SearchSpace all = space(parameters, "A != B");
    var configurations = LongStream.range(0, 6).mapToObj(all::at).toList();
    SearchSpace listed = SearchSpace.listed(parameters, configurations.reversed());
    assertThat(LongStream.range(0, listed.size()).mapToObj(listed::at))
        .containsExactlyElementsOf(configurations);
  }

  private static Duration fastestOfTen(Supplier<SearchSpace> construction) {
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long start = System.nanoTime();
      assertThat(construction.get().size()).isPositive();
      fastest = Math.min(fastest, System.nanoTime() - start);
    }
    return Duration.ofNanos(fastest);
  }
}

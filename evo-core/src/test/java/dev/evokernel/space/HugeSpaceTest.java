package dev.evokernel.space;

import static dev.evokernel.space.Spaces.integers;
import static dev.evokernel.space.Spaces.range;
import static dev.evokernel.space.Spaces.space;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.Parameter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spaces that are too large to list. The limits of time only tell a second from a hang. */
class HugeSpaceTest {

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);

  /** Built once: a space does not change. */
  private static final List<SearchSpace> HUGE =
      List.of(
          // 10^18 combinations under one constraint that reads all of them.
          space(parameters(18, 0, 9), sum(18) + " <= 40"),
          // 8^14 = 4.4e12, in an order that is not the constraint's.
          space(
              IntStream.range(0, 14)
                  .mapToObj(i -> integers("P" + i, 1, 2, 4, 8, 3, 6, 5, 7))
                  .toList(),
              IntStream.range(0, 14)
                      .mapToObj(i -> "P" + (i * 5 % 14))
                      .collect(Collectors.joining(" * "))
                  + " == 5040"),
          // 10^24: a chain of divisibility.
          space(
              parameters(24, 1, 10),
              IntStream.range(1, 24)
                  .mapToObj(i -> "P" + i + " % P" + (i - 1) + " == 0")
                  .toArray(String[]::new)),
          // 3.4e13: a matrix product's tiles, as they stand in kernel files.
          tiles());

  /** Every prefix leaves a number of its own: no diagram can hold 10^13 of them. */
  private static final SearchSpace ENTANGLED =
      space(parameters(13, 0, 9), weighted(13) + " % 97 == 5", "P0 <= P1");

  static Stream<SearchSpace> huge() {
    return HUGE.stream();
  }

  @ParameterizedTest
  @MethodSource("huge")
  void draw_fromAHugeSpace_isValidAndKeepsItsIndexAndIdentity(SearchSpace space) {
    assertThat(space.combinations()).isGreaterThan(BigInteger.TEN.pow(12));
    assertThat(space.count().exact()).isTrue();
    for (int draw = 0; draw < 200; draw++) {
      int[] choices = space.draw(random);
      assertThat(space.contains(choices)).isTrue();
      assertThat(space.violated(space.configuration(choices))).isEmpty();
      if (space.isNumbered()) {
        assertThat(space.choicesAt(space.indexOf(choices).orElseThrow())).isEqualTo(choices);
      }
      assertThat(space.identity(choices)).isLessThan(space.combinations());
    }
  }

  @ParameterizedTest
  @MethodSource("huge")
  void neighbours_inAHugeSpace_areValidAndOneParameterAway(SearchSpace space) {
    for (int draw = 0; draw < 20; draw++) {
      int[] from = space.draw(random);
      assertThat(space.neighbours(from))
          .allSatisfy(
              to -> {
                assertThat(changed(from, to)).isEqualTo(1);
                assertThat(space.violated(space.configuration(to))).isEmpty();
              })
          .containsAll(space.adjacent(from));
    }
  }

  @ParameterizedTest
  @MethodSource("huge")
  void nearest_inAHugeSpace_isNoFartherThanWhatWasChanged(SearchSpace space) {
    for (int draw = 0; draw < 50; draw++) {
      int[] valid = space.draw(random);
      int[] broken = valid.clone();
      for (int change = 0; change < 3; change++) {
        int parameter = random.nextInt(broken.length);
        broken[parameter] = random.nextInt(space.parameters().get(parameter).values().size());
      }
      int[] nearest = space.nearest(broken, random);
      assertThat(space.contains(nearest)).isTrue();
      assertThat(changed(broken, nearest)).isLessThanOrEqualTo(changed(broken, valid));
    }
  }

  @Test
  void count_ofDigitSums_isTheBinomialCoefficient() {
    // As many ways as to distribute 9 over 30 digits: C(38, 9).
    SearchSpace space = space(parameters(30, 0, 9), sum(30) + " == 9");
    assertThat(space.combinations()).isEqualTo(BigInteger.TEN.pow(30));
    assertThat(space.size()).isEqualTo(163_011_640L);
  }

  @Test
  void count_beyondLongs_isExactStill() {
    SearchSpace space = space(parameters(30, 0, 9), "(" + sum(30) + ") % 10 == 3");
    assertThat(space.count()).isEqualTo(new Count(BigInteger.TEN.pow(29), true));
    assertThat(space.count()).hasToString("1.000e29");
    assertThat(space.isNumbered()).isFalse();
    int[] drawn = space.draw(random);
    assertThat(space.violated(space.sample(random))).isEmpty();
    assertThat(space.contains(drawn)).isTrue();
  }

  @Test
  void draw_beyondLongs_isUniformOverEachDigit() {
    SearchSpace space = space(parameters(30, 0, 9), "(" + sum(30) + ") % 10 == 3");
    long[] counts = new long[10];
    for (int draw = 0; draw < 1_000; draw++) {
      for (int digit : space.draw(random)) {
        counts[digit]++;
      }
    }
    // 9 degrees of freedom: the 99.9 % quantile is 27.9.
    assertThat(chiSquare(3_000, counts)).isLessThan(27.9);
  }

  @Test
  void of_threeValidAmongABillion_findsThem() {
    // All three are at least 998.001, so they are 999, 999 and 1000 in some order.
    SearchSpace space =
        space(
            List.of(range("A", 1, 1000), range("B", 1, 1000), range("C", 1, 1000)),
            "A * B * C == 999 * 999 * 1000");
    assertThat(space.combinations()).isEqualTo(BigInteger.TEN.pow(9));
    assertThat(LongStream.range(0, space.size()).mapToObj(i -> space.at(i).toString()))
        .containsExactly("A=999 B=999 C=1000", "A=999 B=1000 C=999", "A=1000 B=999 C=999");
  }

  @Test
  void of_threeValidAmongAMillionMillion_findsThem() {
    // Twelve equal digits, which are 7, 8 or 9.
    List<String> conditions = new ArrayList<>();
    for (int i = 1; i < 12; i++) {
      conditions.add("P%d == P%d".formatted(i, i - 1));
    }
    conditions.add("P11 > 6");
    SearchSpace space = space(parameters(12, 0, 9), conditions.toArray(String[]::new));
    assertThat(space.combinations()).isEqualTo(BigInteger.TEN.pow(12));
    assertThat(space.size()).isEqualTo(3);
    assertThat(space.nearest(new int[] {0, 1, 9, 3, 9, 5, 6, 9, 8, 8, 1, 1}, random))
        .containsOnly(9);
  }

  @Test
  void of_hugeAndUnsatisfiable_namesTheConstraint() {
    assertThatThrownBy(
            () -> space(parameters(14, 1, 8), sum(14) + " <= 40", "P3 * P7 > 64", "P1 >= P2"))
        .isInstanceOf(EmptySpaceException.class)
        .hasMessageContaining("None of the 4398046511104 combinations")
        .hasMessageContaining("Without 'P3 * P7 > 64' there would be");
  }

  @Test
  void of_hugeAndContradictory_saysThatNoSingleConstraintIsToBlame() {
    assertThatThrownBy(
            () ->
                space(
                    parameters(14, 1, 8), sum(14) + " > 111", product(14) + " < 9", "P0 + P1 > 99"))
        .isInstanceOf(EmptySpaceException.class)
        .hasMessageContaining("Leaving out any single one");
  }

  @Test
  void of_everythingEntangled_countsByEstimateAndDrawsUniformly() {
    SearchSpace space = ENTANGLED;
    assertThat(space.isNumbered()).isFalse();
    assertThat(space.count().exact()).isFalse();
    assertThat(space.count().toString()).startsWith("about 5.").endsWith("e10");
    assertThat(space.count().value().doubleValue() * 97).isBetween(0.9 * 5.5e12, 1.1 * 5.5e12);
    long[] counts = new long[10];
    for (int draw = 0; draw < 1_000; draw++) {
      int[] choices = space.draw(random);
      assertThat(space.violated(space.configuration(choices))).isEmpty();
      counts[choices[7]]++;
    }
    assertThat(chiSquare(100, counts)).isLessThan(27.9);
  }

  @Test
  void nearest_whereEverythingIsEntangled_isValidAndNear() {
    SearchSpace space = ENTANGLED;
    for (int draw = 0; draw < 10; draw++) {
      int[] any = random.ints(13, 0, 10).toArray();
      int[] nearest = space.nearest(any, random);
      assertThat(space.contains(nearest)).isTrue();
      assertThat(changed(any, nearest)).isLessThanOrEqualTo(3);
      assertThat(space.neighbours(nearest)).allMatch(space::contains);
    }
  }

  @Test
  @Tag("full")
  void of_oneValidThatNothingLeadsTo_givesUpAndNamesTheConstraint() {
    assertThatThrownBy(
            () -> space(parameters(13, 0, 9), weighted(13) + " % 999999999989 == 5", "P0 <= P1"))
        .isInstanceOf(IntractableSpaceException.class)
        .hasMessageContaining("% 999999999989 == 5'")
        .hasMessageContaining("Maybe list fewer values");
  }

  private static SearchSpace tiles() {
    long[] tiles = LongStream.rangeClosed(1, 32).map(i -> 16 * i).toArray();
    List<Parameter> parameters = new ArrayList<>();
    for (String name : List.of("TILE_M", "TILE_N", "TILE_K")) {
      parameters.add(integers(name, tiles));
    }
    for (String name : List.of("WARPS_M", "WARPS_N", "ROWS", "COLUMNS", "STAGES", "UNROLL")) {
      parameters.add(range(name, 1, 16));
    }
    for (String name : List.of("SWIZZLE", "PREFETCH", "STAGED", "ASYNC", "SPLIT", "ORDER")) {
      parameters.add(integers(name, 0, 1));
    }
    return space(
        parameters,
        Map.of("square", Map.of("M", 4096L), "wide", Map.of("M", 8192L)),
        "M % TILE_M == 0",
        "TILE_M % (WARPS_M * ROWS) == 0",
        "TILE_N % (WARPS_N * COLUMNS) == 0",
        "32 * WARPS_M * WARPS_N <= 1024",
        "STAGES * 2 * (TILE_M * (TILE_K + (SWIZZLE == 1 ? 0 : 8)) + TILE_K * TILE_N) <= 232448",
        "PREFETCH == 0 or TILE_K % (32 * UNROLL) == 0",
        "ROWS * COLUMNS + 32 <= 255");
  }

  private static List<Parameter> parameters(int count, int from, int to) {
    return IntStream.range(0, count).mapToObj(i -> range("P" + i, from, to)).toList();
  }

  private static String sum(int count) {
    return IntStream.range(0, count).mapToObj(i -> "P" + i).collect(Collectors.joining(" + "));
  }

  private static String product(int count) {
    return IntStream.range(0, count).mapToObj(i -> "P" + i).collect(Collectors.joining(" * "));
  }

  private static String weighted(int count) {
    return "("
        + IntStream.range(0, count)
            .mapToObj(i -> BigInteger.TEN.pow(i) + " * P" + i)
            .collect(Collectors.joining(" + "))
        + ")";
  }

  private static long changed(int[] from, int[] to) {
    return IntStream.range(0, from.length).filter(p -> from[p] != to[p]).count();
  }

  private static double chiSquare(double expected, long... counts) {
    return Arrays.stream(counts)
        .mapToDouble(count -> (count - expected) * (count - expected) / expected)
        .sum();
  }
}

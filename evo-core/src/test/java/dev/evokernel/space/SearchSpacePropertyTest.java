package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace.ConstructionEffort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small random spaces against brute force. */
class SearchSpacePropertyTest {

  private static final ConstructionEffort NO_DIAGRAM = new ConstructionEffort(0, 0, Long.MAX_VALUE);
  private static final ConstructionEffort NEITHER_DIAGRAM_NOR_LIST =
      new ConstructionEffort(0, 0, 0);

  private final List<String> templates =
      List.of(
          "%1$s <= %2$s",
          "%1$s %% %2$s == 0",
          "%1$s + %2$s != 5",
          "%1$s * %2$s < 9",
          "%1$s != %2$s",
          "%1$s * %2$s * %3$s <= 20",
          "%1$s + %2$s + %3$s in [4, 6, 7, 9]",
          "%1$s == 1 or %2$s > %3$s",
          "%1$s > 2 ? %2$s < 3 : %3$s < 4",
          "%1$s / %2$s >= %3$s / 4",
          "(%1$s - %2$s) * %3$s != 4",
          "max(%1$s, %2$s) - min(%1$s, %3$s) < 3",
          "%1$s ** 2 - %2$s // %3$s > 0",
          "not (%1$s == 2 and %2$s == 2)",
          "(7 * %1$s + 5 * %2$s + 3 * %3$s) %% 4 != 1");

  @ParameterizedTest
  @MethodSource("seeds")
  void space_random_agreesWithBruteForce(long seed) {
    agrees(seed, ConstructionEffort.USUAL);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void space_randomAndListed_agreesWithBruteForce(long seed) {
    agrees(seed, NO_DIAGRAM);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void space_randomAndSieved_agreesWithBruteForce(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    Described described = draw(random);
    List<int[]> valid = described.bruteForce();
    if (valid.isEmpty() || described.conditions.isEmpty()) {
      return;
    }
    SearchSpace space = described.space(NEITHER_DIAGRAM_NOR_LIST);
    assertThat(space.count().value().doubleValue())
        .isCloseTo(valid.size(), withinPercentage(40))
        .isGreaterThanOrEqualTo(1);
    assertThat(described.all().filter(space::contains)).containsExactlyInAnyOrderElementsOf(valid);
    assertThat(valid).contains(space.draw(random));
    int[] any =
        space.parameters().stream().mapToInt(p -> random.nextInt(p.values().size())).toArray();
    assertThat(valid).contains(space.nearest(any, random));
    neighboursAgree(space, valid, valid.getFirst());
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 60);
  }

  private void agrees(long seed, ConstructionEffort effort) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    Described described = draw(random);
    List<int[]> valid = described.bruteForce();
    if (valid.isEmpty()) {
      assertThatThrownBy(() -> described.space(effort)).isInstanceOf(EmptySpaceException.class);
      return;
    }
    SearchSpace space = described.space(effort);
    assertThat(space.count()).isEqualTo(new Count(BigInteger.valueOf(valid.size()), true));
    assertThat(space.size()).isEqualTo(valid.size());
    assertThat(LongStream.range(0, space.size()).mapToObj(space::choicesAt))
        .containsExactlyInAnyOrderElementsOf(valid);
    for (long index = 0; index < space.size(); index++) {
      assertThat(space.indexOf(space.at(index))).hasValue(index);
    }
    described
        .all()
        .forEach(
            choices ->
                assertThat(space.contains(choices))
                    .isEqualTo(space.indexOf(choices).isPresent())
                    .isEqualTo(space.violated(space.configuration(choices)).isEmpty()));
    assertThat(described.all().map(space::identity)).doesNotHaveDuplicates();
    for (int[] choices : List.of(space.choicesAt(0), space.choicesAt(space.size() / 2))) {
      neighboursAgree(space, valid, choices);
    }
    int[] any =
        space.parameters().stream().mapToInt(p -> random.nextInt(p.values().size())).toArray();
    nearestAgrees(space, valid, any, random);
  }

  private static void neighboursAgree(SearchSpace space, List<int[]> valid, int... from) {
    assertThat(space.neighbours(from))
        .containsExactlyInAnyOrderElementsOf(
            valid.stream().filter(to -> changed(from, to) == 1).toList())
        .isSortedAccordingTo(Comparator.comparingLong(to -> steps(from, to)));
    assertThat(space.adjacent(from))
        .containsExactlyInAnyOrderElementsOf(
            valid.stream()
                .filter(to -> changed(from, to) == 1)
                .filter(
                    to -> valid.stream().noneMatch(other -> liesStrictlyBetween(from, other, to)))
                .toList());
  }

  private static void nearestAgrees(
      SearchSpace space, List<int[]> valid, int[] any, RandomGenerator random) {
    Comparator<int[]> closeness =
        Comparator.<int[]>comparingLong(to -> changed(any, to))
            .thenComparingLong(to -> steps(any, to));
    int[] nearest = space.nearest(any, random);
    assertThat(space.contains(nearest)).isTrue();
    // Components are repaired one by one, which is nearest as a whole, too: distances add up.
    assertThat(valid.stream().min(closeness).map(best -> closeness.compare(best, nearest)))
        .hasValue(0);
  }

  private Described draw(RandomGenerator random) {
    int count = random.nextInt(2, 6);
    List<Parameter> parameters =
        IntStream.range(0, count)
            .mapToObj(i -> Spaces.range("P" + i, 1, random.nextInt(1, 6)))
            .toList();
    String[] conditions =
        IntStream.range(0, random.nextInt(0, 5))
            .mapToObj(
                i ->
                    templates
                        .get(random.nextInt(templates.size()))
                        .formatted(
                            "P" + random.nextInt(count),
                            "P" + random.nextInt(count),
                            "P" + random.nextInt(count)))
            .toArray(String[]::new);
    return new Described(parameters, List.of(conditions));
  }

  /** Parameters and conditions, and what they mean, combination by combination. */
  private record Described(List<Parameter> parameters, List<String> conditions) {

    SearchSpace space(ConstructionEffort effort) {
      return Spaces.space(effort, parameters, conditions.toArray(String[]::new));
    }

    Stream<int[]> all() {
      List<int[]> all = List.of(new int[0]);
      for (Parameter parameter : parameters) {
        all =
            all.stream()
                .flatMap(
                    prefix ->
                        IntStream.range(0, parameter.values().size())
                            .mapToObj(
                                choice -> {
                                  int[] longer = Arrays.copyOf(prefix, prefix.length + 1);
                                  longer[prefix.length] = choice;
                                  return longer;
                                }))
                .toList();
      }
      return all.stream();
    }

    List<int[]> bruteForce() {
      Scope.Builder names = Scope.builder();
      parameters.forEach(parameter -> names.declare(parameter.name(), parameter.type()));
      Scope scope = names.build();
      List<Expression> parsed =
          conditions.stream().map(condition -> Expression.parse(condition, scope)).toList();
      return all()
          .filter(
              choices -> {
                Frame frame = scope.frame();
                for (int p = 0; p < choices.length; p++) {
                  frame.set(parameters.get(p).name(), parameters.get(p).values().get(choices[p]));
                }
                return parsed.stream().allMatch(condition -> condition.test(frame));
              })
          .toList();
    }
  }

  private static long changed(int[] from, int[] to) {
    return IntStream.range(0, from.length).filter(p -> from[p] != to[p]).count();
  }

  private static long steps(int[] from, int[] to) {
    return IntStream.range(0, from.length).map(p -> Math.abs(from[p] - to[p])).sum();
  }

  private static boolean liesStrictlyBetween(int[] from, int[] between, int[] to) {
    return steps(from, between) > 0
        && steps(between, to) > 0
        && changed(from, between) == 1
        && steps(from, between) + steps(between, to) == steps(from, to);
  }
}

package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.kernel.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small random spaces against brute force. */
class SearchSpacePropertyTest {

  private final List<String> templates =
      List.of("%s <= %s", "%s %% %s == 0", "%s + %s != 5", "%s * %s < 9", "%s != %s");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void space_random_agreesWithBruteForce(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    Optional<SearchSpace> drawn = draw(random);
    if (drawn.isEmpty()) {
      return;
    }
    SearchSpace space = drawn.get();
    List<int[]> valid = bruteForce(space);
    assertThat(space.size()).isEqualTo(valid.size());
    assertThat(LongStream.range(0, space.size()).mapToObj(space::choicesAt))
        .containsExactlyInAnyOrderElementsOf(valid);
    for (long index = 0; index < space.size(); index++) {
      assertThat(space.indexOf(space.at(index))).hasValue(index);
    }
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

  private Optional<SearchSpace> draw(RandomGenerator random) {
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
                        .formatted("P" + random.nextInt(count), "P" + random.nextInt(count)))
            .toArray(String[]::new);
    try {
      return Optional.of(Spaces.space(parameters, conditions));
    } catch (EmptySpaceException empty) {
      return Optional.empty();
    }
  }

  private static List<int[]> bruteForce(SearchSpace space) {
    List<int[]> all = new ArrayList<>(List.of(new int[0]));
    for (Parameter parameter : space.parameters()) {
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
    return all.stream()
        .filter(choices -> space.violated(space.configuration(choices)).isEmpty())
        .toList();
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

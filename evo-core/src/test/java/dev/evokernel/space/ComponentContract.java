package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for a component however its valid combinations are represented. */
abstract class ComponentContract {

  private static final int DRAWS_EACH = 200;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);

  /** The representation under test; at least one combination is valid. */
  abstract Component represent(TestComponent component);

  /** By how many per cent the count may be off. */
  abstract int countTolerance();

  /** From nearly everything valid to very little, and with a stranger between the parameters. */
  static Stream<TestComponent> components() {
    return Stream.of(
        TestComponent.of(List.of(6, 5), List.of(0, 1), "P0 != P1"),
        TestComponent.of(List.of(6, 5, 4), List.of(0, 1, 2), "P0 * P1 <= 12", "P1 % P2 == 0"),
        TestComponent.of(
            List.of(7, 3, 5, 4),
            List.of(0, 2, 3),
            "(7 * P0 + 5 * P2 + 3 * P3) % 4 == 1",
            "P0 + P2 >= P3"),
        TestComponent.of(List.of(9, 9, 9), List.of(0, 1, 2), "P0 == P1", "P1 == P2", "P0 > 5"));
  }

  @ParameterizedTest
  @MethodSource("components")
  void allows_anyCombination_agreesWithTheConditions(TestComponent asked) {
    Component component = represent(asked);

    assertThat(asked.combinations())
        .allSatisfy(
            choices -> assertThat(component.allows(choices)).isEqualTo(asked.isValid(choices)));
  }

  @ParameterizedTest
  @MethodSource("components")
  void count_isThatOfTheValidCombinations(TestComponent asked) {
    assertThat(represent(asked).count().doubleValue())
        .isCloseTo(asked.valid().size(), withinPercentage(countTolerance()));
  }

  @ParameterizedTest
  @MethodSource("components")
  void draw_manyTimes_reachesEachValidCombinationAlike(TestComponent asked) {
    Component component = represent(asked);
    List<int[]> valid = asked.valid();

    var counts =
        Stream.generate(() -> drawn(component, asked))
            .limit((long) DRAWS_EACH * valid.size())
            .map(Arrays::toString)
            .collect(Collectors.groupingBy(text -> text, Collectors.counting()));

    assertThat(counts).containsOnlyKeys(valid.stream().map(Arrays::toString).toList());
    // Six standard deviations on either side.
    assertThat(counts.values()).allMatch(count -> Math.abs(count - DRAWS_EACH) < 85);
  }

  @ParameterizedTest
  @MethodSource("components")
  void draw_andRepair_leaveTheOtherParametersAlone(TestComponent asked) {
    Component component = represent(asked);
    int[] choices = asked.combinations().filter(each -> !asked.isValid(each)).findFirst().get();
    int[] marked = choices.clone();
    for (int p = 0; p < marked.length; p++) {
      marked[p] = asked.within().contains(p) ? marked[p] : 1;
    }

    int[] repaired = marked.clone();
    component.repair(repaired, random);
    int[] drawn = marked.clone();
    component.draw(drawn, random);

    for (int p = 0; p < marked.length; p++) {
      if (!asked.within().contains(p)) {
        assertThat(List.of(drawn[p], repaired[p])).containsOnly(1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("components")
  void repair_validChoices_leavesThemAsTheyAre(TestComponent asked) {
    Component component = represent(asked);

    assertThat(asked.valid())
        .allSatisfy(
            choices -> {
              int[] repaired = choices.clone();
              component.repair(repaired, random);
              assertThat(repaired).isEqualTo(choices);
            });
  }

  /** Two changed parameters at most: farther away a representation may be content with less. */
  @ParameterizedTest
  @MethodSource("components")
  void repair_invalidChoices_changesFewestParametersByFewestSteps(TestComponent asked) {
    Component component = represent(asked);

    asked
        .combinations()
        .filter(choices -> !asked.isValid(choices))
        .forEach(
            choices -> {
              int[] repaired = choices.clone();
              component.repair(repaired, random);
              assertThat(asked.isValid(repaired)).isTrue();
              int[] least = asked.leastChange(choices);
              if (least[0] <= 2) {
                assertThat(TestComponent.change(choices, repaired)).isEqualTo(least);
              }
            });
  }

  @Test
  void repair_severalAsNear_reachesEachOfThem() {
    TestComponent asked = TestComponent.of(List.of(5, 5), List.of(0, 1), "P0 == P1");
    Component component = represent(asked);

    var reached =
        Stream.generate(
                () -> {
                  int[] choices = {1, 2};
                  component.repair(choices, random);
                  return List.of(choices[0], choices[1]);
                })
            .limit(100)
            .collect(Collectors.toSet());

    assertThat(reached).containsExactlyInAnyOrder(List.of(1, 1), List.of(2, 2));
  }

  @Test
  void oneValidCombination_isAllThatIsDrawnAndWhatEverythingIsRepairedTo() {
    TestComponent asked =
        TestComponent.of(List.of(4, 4, 4), List.of(0, 1, 2), "P0 + P1 * P2 == 20");
    Component component = represent(asked);

    assertThat(component.count()).isOne();
    assertThat(drawn(component, asked)).containsExactly(3, 3, 3);
    assertThat(asked.combinations())
        .allSatisfy(
            choices -> {
              component.repair(choices, random);
              assertThat(choices).containsExactly(3, 3, 3);
            });
  }

  private int[] drawn(Component component, TestComponent asked) {
    int[] choices = new int[asked.parameters().size()];
    component.draw(choices, random);
    return choices;
  }
}

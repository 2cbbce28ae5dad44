package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.space.Component.Numbered;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds besides for a component whose valid combinations are numbered. */
abstract class NumberedContract extends ComponentContract {

  /** The representation under test; perhaps nothing is valid. */
  @Override
  abstract Numbered represent(TestComponent component);

  @Override
  final int countTolerance() {
    return 0;
  }

  @ParameterizedTest
  @MethodSource("components")
  void read_everyRow_isEveryValidCombinationOnce(TestComponent asked) {
    Numbered component = represent(asked);

    assertThat(
            LongStream.range(0, component.count().longValueExact())
                .mapToObj(
                    row -> {
                      int[] choices = new int[asked.parameters().size()];
                      component.read(row, choices);
                      assertThat(component.row(choices)).isEqualTo(row);
                      return choices;
                    }))
        .containsExactlyInAnyOrderElementsOf(asked.valid());
  }

  @ParameterizedTest
  @MethodSource("components")
  void row_ofInvalidChoices_isNegative(TestComponent asked) {
    Numbered component = represent(asked);

    assertThat(asked.combinations().filter(choices -> !asked.isValid(choices)))
        .isNotEmpty()
        .allMatch(choices -> component.row(choices) < 0);
  }

  @Test
  void nothingValid_isCountedAndAllowsNothing() {
    TestComponent asked = TestComponent.of(List.of(4, 4), List.of(0, 1), "P0 * P1 == 7");
    Numbered component = represent(asked);

    assertThat(component.count()).isZero();
    assertThat(asked.combinations()).noneMatch(component::allows);
  }
}

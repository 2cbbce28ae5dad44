package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** With a diagram of all conditions but the first, which is left to rejection. */
final class RejectionComponentTest extends ComponentContract {

  @Override
  RejectionComponent represent(TestComponent component) {
    List<Condition> conditions = component.conditions();
    Diagram diagram =
        new DiagramBuilder(
                component.parameters(),
                component.within(),
                conditions.subList(1, conditions.size()),
                component.frames(),
                SearchSpace.ConstructionEffort.USUAL)
            .diagram()
            .orElseThrow();
    return new RejectionComponent(diagram, conditions.subList(0, 1), component.frames());
  }

  /** A thousand that pass: three standard deviations are less than a tenth. */
  @Override
  int countTolerance() {
    return 10;
  }

  @Test
  void of_nothingValid_isIntractableAndNamesTheCondition() {
    TestComponent none = TestComponent.of(List.of(4, 4), List.of(0, 1), "P0 * P1 == 7");

    assertThatThrownBy(() -> represent(none))
        .isInstanceOf(IntractableSpaceException.class)
        .hasMessageContaining("'P0 * P1 == 7'")
        .hasMessageContaining("Maybe list fewer values");
  }
}

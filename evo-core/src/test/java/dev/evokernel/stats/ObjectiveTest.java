package dev.evokernel.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class ObjectiveTest {

  private final Objective objective = Objective.relativeTo(Examples.measured(1000, 100));

  @Test
  void of_theIncumbentItself_isOne() {
    assertThat(objective.of(Examples.measured(1000, 100))).isEqualTo(1);
  }

  @Test
  void of_twiceAsFastOnEveryShape_isOneHalf() {
    assertThat(objective.of(Examples.measured(500, 50))).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void of_fasterHereAndSlowerThere_isTheGeometricMean() {
    assertThat(objective.of(Examples.measured(250, 100))).isCloseTo(0.5, within(1e-9));
    assertThat(objective.of(Examples.measured(250, 400))).isCloseTo(1, within(1e-9));
  }
}

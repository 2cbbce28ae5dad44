package dev.evokernel.kernel;

import static dev.evokernel.kernel.Special.CONSTANT;
import static dev.evokernel.kernel.Special.LARGE;
import static dev.evokernel.kernel.Special.SORTED;
import static dev.evokernel.kernel.Special.TINY;
import static dev.evokernel.kernel.Special.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SpecialTest {

  @Test
  void usual_ofANormalFill_isEveryFiniteKind() {
    assertThat(Special.usual(new Fill.Normal(0, 1), ElementType.F32))
        .containsExactly(LARGE, TINY, CONSTANT, ZERO, SORTED);
  }

  @Test
  void usual_ofARange_staysWithinIt() {
    assertThat(Special.usual(new Fill.Uniform(-1, 1), ElementType.F32))
        .containsExactly(TINY, CONSTANT, ZERO, SORTED);
    assertThat(Special.usual(new Fill.Uniform(0.5, 2), ElementType.F32))
        .containsExactly(CONSTANT, SORTED);
    assertThat(Special.usual(new Fill.Uniform(0, 10), ElementType.I32))
        .containsExactly(CONSTANT, ZERO, SORTED);
    assertThat(Special.usual(new Fill.Uniform(1, 10), ElementType.I32))
        .containsExactly(CONSTANT, SORTED);
    assertThat(Special.usual(new Fill.Uniform(-5, 0), ElementType.I32))
        .containsExactly(CONSTANT, SORTED);
  }

  @Test
  void usual_ofContentsWithAMeaning_isNothing() {
    assertThat(Special.usual(new Fill.Index(), ElementType.I32)).isEmpty();
    assertThat(Special.usual(new Fill.Constant(3), ElementType.F32)).isEmpty();
  }
}

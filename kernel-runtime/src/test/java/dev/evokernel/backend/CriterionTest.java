package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Special;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.kernel.Tolerance.NotFinite;
import dev.evokernel.outcome.OutputComparison;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CriterionTest {

  private static final double INF = Double.POSITIVE_INFINITY;
  private static final Tolerance MATCH = new Tolerance(1e-3, 1e-3);
  private static final Tolerance SKIP = new Tolerance(1e-3, 1e-3, 0, NotFinite.SKIP, 0, 0);
  private static final Spread HUNDRED = new Spread("y", -100, 50);

  private static Criterion special(Tolerance tolerance, double usual) {
    return Criterion.of(
        tolerance, ElementType.F16, InputSet.special(1, Special.LARGE), HUNDRED, usual);
  }

  @Test
  void holds_usualInputs_wantNumbers() {
    Criterion usual = Criterion.of(SKIP, ElementType.F16, InputSet.usual(1), HUNDRED, 1);
    assertThat(usual.holds(1.0015, 1)).isTrue();
    assertThat(usual.holds(1.003, 1)).isFalse();
    assertThat(usual.holds(Double.NaN, Double.NaN)).isFalse();
    assertThat(usual.holds(INF, INF)).isFalse();
    assertThat(usual.holds(INF, 70_000)).isFalse();
  }

  @Test
  void holds_match_wantsTheSameKind() {
    Criterion match = special(MATCH, 100);
    assertThat(match.holds(Double.NaN, Double.NaN)).isTrue();
    assertThat(match.holds(0, Double.NaN)).isFalse();
    assertThat(match.holds(INF, INF)).isTrue();
    assertThat(match.holds(-INF, INF)).isFalse();
    assertThat(match.holds(65504, INF)).isFalse();
    assertThat(match.holds(Double.NaN, 1)).isFalse();
  }

  @Test
  void holds_numberThatTheTypeCannotHold_mayBeInfinite() {
    Criterion match = special(MATCH, 100);
    assertThat(match.holds(INF, 70_000)).isTrue();
    assertThat(match.holds(-INF, 70_000)).isFalse();
    assertThat(match.holds(INF, 65_500)).isTrue();
    assertThat(match.holds(INF, 60_000)).isFalse();
  }

  @Test
  void holds_skip_asksNothingWhereTheReferenceHasNoNumber() {
    Criterion skip = special(SKIP, 100);
    assertThat(skip.holds(0, Double.NaN)).isTrue();
    assertThat(skip.holds(7, INF)).isTrue();
    assertThat(skip.holds(Double.NaN, 1)).isFalse();
  }

  @Test
  void holds_largerOutputs_mayBeOffByAsMuchMoreButNeverByLess() {
    assertThat(special(MATCH, 1).holds(0.09, 0)).isTrue();
    assertThat(special(MATCH, 1).holds(0.11, 0)).isFalse();
    assertThat(special(MATCH, 1000).holds(0.0009, 0)).isTrue();
  }

  private static OutputComparison wrong(long wrong) {
    return new OutputComparison("y", 1000, wrong, 0, 7, 1, 2, Double.POSITIVE_INFINITY);
  }

  private static OutputComparison judged(double share, long count, long wrong) {
    return Criterion.usual(new Tolerance(0, 0, 0, NotFinite.MATCH, share, count))
        .judged(wrong(wrong));
  }

  @Test
  void judged_asManyWrongAsMayDiffer_passes() {
    assertThat(judged(0.01, 0, 10).passed()).isTrue();
    assertThat(judged(0.01, 0, 10).excess()).isEqualTo(1);
    assertThat(judged(0, 3, 3).passed()).isTrue();
    assertThat(judged(0.01, 0, 11).wrong()).isEqualTo(11);
    assertThat(judged(0, 3, 4).passed()).isFalse();
    assertThat(judged(0, 0, 1)).isEqualTo(wrong(1));
  }

  @Test
  void judged_moreMayDifferThanThereAre_oneHasToBeRight() {
    assertThat(judged(0, 5000, 1000).passed()).isFalse();
    assertThat(judged(0, 5000, 999).passed()).isTrue();
  }

  @Test
  void of_aToleranceOfTheRms_allowsThatShareOnEveryElement() {
    var tolerance = new Tolerance(1e-3, 0, 0.5, NotFinite.MATCH, 0, 0);
    Spread expected = new Spread("y", -4, 4).withRms(9, (_, _, values) -> Arrays.fill(values, 4));
    Criterion criterion = Criterion.of(tolerance, ElementType.F32, InputSet.usual(1), expected, 4);
    assertThat(criterion.allowed(0)).isEqualTo(2.001);
    assertThat(criterion.holds(2, 0)).isTrue();
    assertThat(criterion.holds(2.1, 0)).isFalse();
  }
}

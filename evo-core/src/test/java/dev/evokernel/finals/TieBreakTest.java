package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TieBreakTest {

  private static final Configuration DEFAULT = Saxpy.read().defaultConfiguration();

  private static TieBreak withChampion(Optional<Configuration> champion) {
    return new TieBreak(DEFAULT, Saxpy.read().parameters(), champion);
  }

  private static Candidate candidate(int number, Configuration configuration) {
    return new Candidate(
        "run", new Proposal(number, 0, "random", configuration), 1, Optional.empty());
  }

  @Test
  void order_ofTwo_prefersTheOneThatChangesLess() {
    Candidate one = candidate(1, DEFAULT.with("UNROLL", Value.of(8)));
    Candidate two = candidate(2, Saxpy.block(16).with("UNROLL", Value.of(2)));
    assertThat(withChampion(Optional.empty()).order().compare(one, two)).isNegative();
    assertThat(withChampion(Optional.empty()).reason(one, two, 1.001))
        .isEqualTo(
            "Candidate 2 was 0.10 % faster, but the two are statistically tied; this one changes"
                + " fewer parameters of the default.");
  }

  @Test
  void order_ofTwoThatChangeAsMuch_goesByTheValues() {
    Candidate one = candidate(9, Saxpy.block(16));
    Candidate two = candidate(2, Saxpy.block(128));
    assertThat(withChampion(Optional.empty()).order().compare(one, two)).isNegative();
  }

  @Test
  void order_withTheLeaderboardsChampion_putsItFirst() {
    Candidate far = candidate(1, Saxpy.block(256).with("UNROLL", Value.of(8)));
    Candidate near = candidate(2, Saxpy.block(16));
    TieBreak rule = withChampion(Optional.of(far.configuration()));
    assertThat(rule.order().compare(far, near)).isNegative();
  }

  @Test
  void order_ofTheSameConfiguration_isATie() {
    assertThat(
            withChampion(Optional.empty())
                .order()
                .compare(candidate(1, DEFAULT), candidate(2, DEFAULT)))
        .isZero();
  }
}

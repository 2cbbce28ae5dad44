package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.stats.Verdict;
import dev.evokernel.store.FinalsDecision;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GateWeaknessesTest {

  private static final String ZEROS = "on shape 'a' the check accepts outputs of zeros";
  private static final String OTHERS =
      "on shape 'a' the check accepts the outputs of input set 1 for input set 2";

  private final List<String> seen = new ArrayList<>();
  private final List<String> news = new ArrayList<>();
  private final GateWeaknesses weaknesses = new GateWeaknesses(seen::stream, news::add);

  private static FinalsDecision decision() {
    return new FinalsDecision(
        List.of(),
        new Verdict(Verdict.Decision.ACCEPTED, List.of("On a it is faster.")),
        List.of());
  }

  @Test
  void in_ofWeaknessesFoundAtTheOpeningAndInTheRun_givesBothAfterTheReasons() {
    seen.addAll(List.of(ZEROS, ZEROS)); // Two devices saw the same.
    weaknesses.tell();
    seen.add(OTHERS);
    weaknesses.tell();
    assertThat(news)
        .containsExactly(
            "warning: the correctness gate is weak: " + ZEROS,
            "warning: the correctness gate is weak: " + OTHERS);
    Verdict verdict = weaknesses.in(decision()).verdict();
    assertThat(verdict.accepted()).isTrue();
    assertThat(verdict.reasons())
        .containsExactly(
            "On a it is faster.",
            "The correctness gate is weak: " + ZEROS + ".",
            "The correctness gate is weak: " + OTHERS + ".");
  }

  @Test
  void in_ofNoWeakness_isTheDecision() {
    weaknesses.tell();
    assertThat(weaknesses.in(decision())).isEqualTo(decision());
  }
}

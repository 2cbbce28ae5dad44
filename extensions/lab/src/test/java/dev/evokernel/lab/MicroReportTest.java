package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.stats.RankCorrelation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MicroReportTest {

  private static String verdict(double rho, double low, double high) {
    return MicroReport.verdict(
        new MicroValidation(List.of(), Optional.of(new RankCorrelation(rho, low, high, 24))));
  }

  @Test
  void verdict_aStrongCorrelation_isWorthIt() {
    assertThat(verdict(0.81, 0.66, 0.9))
        .isEqualTo("rho 0.81 (95 % CI 0.66 to 0.90, 24 configurations): worth seeding from.");
  }

  @Test
  void verdict_aWeakCorrelation_saysSo() {
    assertThat(verdict(0.4, 0.1, 0.6)).contains("weak, but better than chance");
  }

  @Test
  void verdict_anIntervalThatHoldsZero_isUseless() {
    assertThat(verdict(0.7, -0.1, 0.9)).contains(": not better than chance.");
    assertThat(verdict(-0.7, -0.9, -0.2)).contains(": the ranking is inverted.");
  }

  @Test
  void verdict_tooFew_saysThatNothingIsKnown() {
    assertThat(MicroReport.verdict(new MicroValidation(List.of(), Optional.empty())))
        .startsWith("Ranking not validated");
  }
}

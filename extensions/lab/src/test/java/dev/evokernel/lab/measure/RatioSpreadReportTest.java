package dev.evokernel.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.lab.measure.RatioSpread.Condition;
import dev.evokernel.lab.measure.RatioSpread.Repeated;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RatioSpreadReportTest {

  private static final Repeated FRESH =
      new Repeated(Condition.FRESH_PROCESS, "cube", List.of(1.0, 1.0201));
  private static final Repeated BESIDE =
      new Repeated(Condition.BESIDE_OTHERS, "cube", List.of(1.02, 1.02));

  @Test
  void deviation_handComputed_isThatOfTheLogarithms() {
    // Logarithms 0 and 2·ln 1.01, mean ln 1.01, squares 2·(ln 1.01)², one degree of freedom.
    assertThat(FRESH.mean()).isCloseTo(1.01, within(1e-12));
    assertThat(FRESH.deviation()).isCloseTo(Math.sqrt(2) * Math.log(1.01), within(1e-12));
    assertThat(BESIDE.deviation()).isCloseTo(0, within(1e-12));
  }

  @Test
  void text_conditions_areComparedWithFreshProcesses() {
    String text = new RatioSpreadReport(List.of(FRESH, BESIDE), "gemm on cpu", "evo x").text();

    assertThat(text).contains("gemm on cpu", "1.0100×", "1.41 %", "1.0200×", "+0.99 %", "evo x");
  }
}

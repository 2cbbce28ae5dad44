package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.worker.FinalsProgress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FinalsStateTest {

  @Test
  void text_whileFinalistsEnter_countsThem() {
    assertThat(new FinalsState(3, Optional.empty()).text())
        .isEqualTo("finals: verifying finalists, 3 entered");
  }

  @Test
  void text_whileRoundsGoOn_tellsTheRoundAndTheShape() {
    assertThat(new FinalsState(7, Optional.of(new FinalsProgress("large", 2, 4, 12, 60))).text())
        .isEqualTo("finals, 7 finalists: round 12 of about 60 on 'large' (shape 2 of 4)");
  }
}

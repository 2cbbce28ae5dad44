package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.worker.protocol.Reply;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FinalsStateTest {

  @Test
  void text_whileFinalistsEnter_countsThem() {
    assertThat(new FinalsState(3, FinalsProcess.ONLY, Optional.empty()).text())
        .isEqualTo("finals: verifying finalists, 3 entered");
  }

  @Test
  void text_whileRoundsGoOn_tellsTheRoundAndTheShape() {
    var progress = Optional.of(new Reply.FinalsProgress("large", 2, 4, 12, 60));
    assertThat(new FinalsState(7, FinalsProcess.ONLY, progress).text())
        .isEqualTo("finals, 7 finalists: round 12 of about 60 on 'large' (shape 2 of 4)");
    assertThat(new FinalsState(7, new FinalsProcess(2, 5), progress).text())
        .isEqualTo(
            "finals, 7 finalists: process 2 of 5, round 12 of about 60 on 'large' (shape 2 of 4)");
  }
}

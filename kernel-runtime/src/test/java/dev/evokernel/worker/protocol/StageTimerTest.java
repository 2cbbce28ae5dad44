package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.outcome.Spent;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class StageTimerTest {

  private final AtomicLong now = new AtomicLong(1000);
  private final StageTimer stages = new StageTimer(now::get);

  @Test
  void spent_stagesEnteredInTurnAndAgain_sumsEachStage() {
    now.addAndGet(3);
    stages.enter(StageTimer.Stage.CHECK);
    now.addAndGet(10);
    stages.enter(StageTimer.Stage.TIME);
    now.addAndGet(200);
    stages.enter(StageTimer.Stage.CHECK);
    now.addAndGet(50);
    stages.enter(StageTimer.Stage.LOAD);
    now.addAndGet(4);

    assertThat(stages.spent()).isEqualTo(new Spent(7, 60, 200));
  }

  @Test
  void spent_brokenOffInAStage_countsItUntilNow() {
    stages.enter(StageTimer.Stage.CHECK);
    now.addAndGet(9);

    assertThat(stages.spent()).isEqualTo(new Spent(0, 9, 0));
    assertThat(stages.spent().total()).isEqualTo(9);
  }
}

package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.outcome.Spent;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class StageTimerTest {

  private final AtomicLong now = new AtomicLong(1000);
  private final StageTimer laps = new StageTimer(now::get);

  @Test
  void spent_stagesEnteredInTurnAndAgain_sumsEachStage() {
    now.addAndGet(3);
    laps.enter(StageTimer.Stage.CHECK);
    now.addAndGet(10);
    laps.enter(StageTimer.Stage.TIME);
    now.addAndGet(200);
    laps.enter(StageTimer.Stage.CHECK);
    now.addAndGet(50);
    laps.enter(StageTimer.Stage.LOAD);
    now.addAndGet(4);

    assertThat(laps.spent()).isEqualTo(new Spent(7, 60, 200));
  }

  @Test
  void spent_brokenOffInAStage_countsItUntilNow() {
    laps.enter(StageTimer.Stage.CHECK);
    now.addAndGet(9);

    assertThat(laps.spent()).isEqualTo(new Spent(0, 9, 0));
    assertThat(laps.spent().total()).isEqualTo(9);
  }
}

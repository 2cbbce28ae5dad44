package dev.evokernel.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.QuietBackend;
import org.junit.jupiter.api.Test;

final class WorkerLayoutTest {

  @Test
  void of_deviceOfItsOwn_leavesOneCoreAlone() {
    assertThat(WorkerLayout.of(new QuietBackend(false), 1, 16))
        .isEqualTo(new WorkerLayout(15, false));
    assertThat(WorkerLayout.of(new QuietBackend(false), 1, 1))
        .isEqualTo(new WorkerLayout(1, false));
  }

  @Test
  void of_coresThatAreTheDevice_compilesOnAllOfThem() {
    assertThat(WorkerLayout.of(new QuietBackend(true), 1, 16))
        .isEqualTo(new WorkerLayout(16, true));
  }

  @Test
  void inFlight_isEnoughForEveryWorkerAndNoMoreThanTheSearchCanBear() {
    assertThat(new WorkerLayout(15, false).inFlight(32, 1)).isEqualTo(45);
    assertThat(new WorkerLayout(2, true).inFlight(32, 1)).isEqualTo(8);
    assertThat(new WorkerLayout(1, false).inFlight(32, 1)).isEqualTo(3);
    assertThat(new WorkerLayout(16, true).inFlight(8, 1)).isEqualTo(17);
    assertThat(new WorkerLayout(32, true).inFlight(32, 1)).isEqualTo(64);
    assertThat(new WorkerLayout(100, false).inFlight(32, 1)).isEqualTo(101);
    assertThat(new WorkerLayout(60, false).inFlight(32, 4)).isEqualTo(180);
    assertThat(new WorkerLayout(60, false).inFlight(8, 4)).isEqualTo(64);
  }
}

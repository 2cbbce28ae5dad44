package dev.evokernel.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WorkforceTest {

  @Test
  void of_deviceOfItsOwn_leavesOneCoreAlone() {
    assertThat(Workforce.of(new QuietBackend(false), 16)).isEqualTo(new Workforce(15, false));
    assertThat(Workforce.of(new QuietBackend(false), 1)).isEqualTo(new Workforce(1, false));
  }

  @Test
  void of_coresThatAreTheDevice_compilesOnAllOfThem() {
    assertThat(Workforce.of(new QuietBackend(true), 16)).isEqualTo(new Workforce(16, true));
  }

  @Test
  void inFlight_isEnoughForEveryWorkerAndNoMoreThanTheSearchCanBear() {
    assertThat(new Workforce(15, false).inFlight(32)).isEqualTo(45);
    assertThat(new Workforce(2, true).inFlight(32)).isEqualTo(8);
    assertThat(new Workforce(1, false).inFlight(32)).isEqualTo(3);
    assertThat(new Workforce(16, true).inFlight(8)).isEqualTo(17);
    assertThat(new Workforce(32, true).inFlight(32)).isEqualTo(64);
    assertThat(new Workforce(100, false).inFlight(32)).isEqualTo(101);
  }
}

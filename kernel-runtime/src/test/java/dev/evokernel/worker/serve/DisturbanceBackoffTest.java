package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;
import org.junit.jupiter.api.Test;

class DisturbanceBackoffTest {

  private static final DeviceState HOT =
      new DeviceState(
          OptionalDouble.of(345),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.of(92),
          OptionalDouble.empty(),
          Optional.empty(),
          Set.of(Throttle.SOFTWARE_THERMAL, Throttle.POWER_CAP),
          OptionalInt.empty(),
          true,
          14);

  private final List<Duration> slept = new ArrayList<>();
  private final DisturbanceBackoff backoff = new DisturbanceBackoff(() -> HOT, slept::add);

  @Test
  void rest_againAndAgain_waitsLongerEachTimeUpToABound() {
    for (int i = 0; i < 9; i++) {
      backoff.rest(HOT);
    }

    assertThat(slept).startsWith(Duration.ofMillis(50), Duration.ofMillis(100)).isSorted();
    assertThat(slept.getLast()).isEqualTo(DisturbanceBackoff.LONGEST);
  }

  @Test
  void rest_deviceThatNeverRecovers_endsInOneMessage() {
    assertThatThrownBy(
            () -> {
              while (true) {
                backoff.rest(HOT);
              }
            })
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("of waiting: software-thermal, another process computes on it")
        .hasMessageContaining("14 samples were discarded")
        .hasMessageContaining("try again when it is undisturbed");
    assertThat(slept.stream().reduce(Duration.ZERO, Duration::plus))
        .isBetween(
            DisturbanceBackoff.PATIENCE,
            DisturbanceBackoff.PATIENCE.plus(DisturbanceBackoff.LONGEST));
  }
}

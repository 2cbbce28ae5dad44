package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProcessClockTest {

  private static final Outcome MEASURED =
      new Outcome.Measured(
          List.of(
              new Measurement(
                  "small",
                  Samples.of(new double[] {1000, 1001}),
                  1,
                  List.of(),
                  null,
                  OptionalDouble.empty(),
                  DeviceState.UNKNOWN)));

  @Test
  void fault_clocksThatAgree_isNone() {
    assertThat(DeviceWorker.clockFault(MEASURED, 900_000_000, 1_000_000_000)).isEmpty();
  }

  @Test
  void fault_messageThatTookLong_isNone() {
    assertThat(DeviceWorker.clockFault(MEASURED, 100_000_000, 600_000_000)).isEmpty();
  }

  @Test
  void fault_clockAtATenth_isSuspicious() {
    assertThat(DeviceWorker.clockFault(MEASURED, 120_000_000, 1_200_000_000))
        .get()
        .satisfies(
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(Rejection.SUSPICIOUS);
              assertThat(rejected.message()).contains("by 0.12 s while 1.20 s passed");
            });
  }

  @Test
  void fault_rejectedAnyway_keepsItsReason() {
    Outcome rejected = new Rejected(Rejection.WRONG_RESULT, "small", "y[0] is 1");

    assertThat(DeviceWorker.clockFault(rejected, 0, 2_000_000_000)).isEmpty();
  }
}

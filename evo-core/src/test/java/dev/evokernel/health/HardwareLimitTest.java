package dev.evokernel.health;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.file.Peaks;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Workload;
import org.junit.jupiter.api.Test;

class HardwareLimitTest {

  /** 1,000 operations a nanosecond, 100 bytes a nanosecond near, 10 far beyond 1,000 bytes. */
  private static final Peaks PEAKS =
      new Peaks(OptionalDouble.of(1e12), OptionalDouble.of(1e11), OptionalDouble.of(1e10), 1000);

  private static HardwareLimit limit(Peaks peaks, double flops, double bytes) {
    return new HardwareLimit(
        peaks,
        List.of(
            new Workload(new Shape("small", Map.of("N", 1L)), flops, bytes),
            new Workload(new Shape("ragged", Map.of("N", 2L)), 0, 0)));
  }

  @Test
  void judged_slowerThanEveryLimit_staysMeasured() {
    Outcome measured = Examples.measured(1000, 100);
    assertThat(limit(PEAKS, 1e6, 1e4).judged(measured)).isSameAs(measured);
  }

  @Test
  void judged_fasterThanTheOperations_isSuspiciousAndSaysWhy() {
    assertThat(limit(PEAKS, 2e6, 0).judged(Examples.measured(1000, 100)))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(Rejection.SUSPICIOUS);
              assertThat(rejected.shape()).isEqualTo("small");
              assertThat(rejected.message()).contains("floating-point", "2.000 µs", "'work'");
            });
  }

  @Test
  void judged_withinTheTolerance_staysMeasured() {
    Outcome measured = Examples.measured(1000, 100);
    assertThat(limit(PEAKS, 1.05e6, 0).judged(measured)).isSameAs(measured);
  }

  @Test
  void judged_bytesThatTheCachesHold_comeFromTheCaches() {
    Outcome measured = Examples.measured(40, 100);
    assertThat(limit(PEAKS, 0, 2100).judged(measured)).isSameAs(measured);
    assertThat(limit(PEAKS, 0, 3000).judged(measured)).isInstanceOf(Rejected.class);
  }

  @Test
  void judged_unknownDevice_neverRejects() {
    Outcome measured = Examples.measured(1e-3, 1e-3);
    assertThat(limit(Peaks.UNKNOWN, 1e15, 1e15).judged(measured)).isSameAs(measured);
  }
}

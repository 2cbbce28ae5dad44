package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class EnergyMeterTest {

  private long nanos;

  private final BatchTimer timer =
      launches -> {
        nanos += launches * 50_000L;
        return launches * 50_000L;
      };

  /** At 400 W, told every {@code tick} nanoseconds. */
  private OptionalDouble counter(long tick) {
    return OptionalDouble.of(7e6 + 400e-9 * (nanos / tick * tick));
  }

  @Test
  void measure_counterThatMovesNowAndThen_countsBetweenMoves() {
    var meter = new EnergyMeter(() -> counter(100_000_000));

    // 400 W for 50 µs; a piece of 4 ms too many or too few of 300.
    assertThat(meter.measure(timer, 50_000).orElseThrow()).isCloseTo(0.02, within(0.0004));
    assertThat(nanos).isLessThan(520_000_000);
  }

  @Test
  void measure_counterThatMovesAllTheTime_isExact() {
    var meter = new EnergyMeter(() -> counter(1));

    assertThat(meter.measure(timer, 50_000).orElseThrow()).isCloseTo(0.02, within(1e-6));
  }

  @Test
  void measure_counterThatStandsStill_isEmptyAndEnds() {
    var meter = new EnergyMeter(() -> OptionalDouble.of(7));

    assertThat(meter.measure(timer, 50_000)).isEmpty();
    assertThat(nanos).isLessThan(2 * EnergyMeter.PATIENCE);
  }

  @Test
  void measure_counterThatStopsMoving_isEmptyAndEnds() {
    var meter = new EnergyMeter(() -> OptionalDouble.of(400e-9 * Math.min(nanos, 100_000_000)));

    assertThat(meter.measure(timer, 50_000)).isEmpty();
    assertThat(nanos).isLessThan(2 * EnergyMeter.PATIENCE);
  }

  @Test
  void measure_deviceThatDoesNotTell_isEmptyAtOnce() {
    assertThat(new EnergyMeter(OptionalDouble::empty).measure(timer, 50_000)).isEmpty();
    assertThat(nanos).isZero();
  }
}

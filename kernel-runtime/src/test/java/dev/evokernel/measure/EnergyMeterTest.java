package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import org.junit.jupiter.api.Test;

class EnergyMeterTest {

  private final AtomicLong clock = new AtomicLong();

  private final BatchTimer timer =
      launches -> {
        clock.addAndGet(launches * 50_000L);
        return launches * 50_000L;
      };

  /** At 400 W, told every {@code tick} nanoseconds. */
  private OptionalDouble counter(long tick) {
    return OptionalDouble.of(7e6 + 400e-9 * (clock.get() / tick * tick));
  }

  /** Looks at the counter at once. */
  private OptionalDouble measure(EnergyMeter meter) {
    return meter.measure(timer, 50_000, Runnable::run);
  }

  @Test
  void measure_counterThatIsSlowToAnswer_keepsTheDeviceBusy() {
    var pending = new ArrayDeque<Runnable>();
    BatchTimer answering =
        launches -> {
          if (clock.get() / 4_000_000 % 3 == 2 && !pending.isEmpty()) {
            pending.remove().run();
          }
          return timer.nanos(launches);
        };
    var meter = new EnergyMeter(() -> counter(25_000_000));

    OptionalDouble joules = meter.measure(answering, 50_000, pending::add);

    // A look every third piece, so three of them too many or too few of 150.
    assertThat(joules.orElseThrow()).isCloseTo(0.02, within(0.0004));
  }

  @Test
  void measure_withAThreadForTheCounter_countsToo() {
    var looks = new Semaphore(0);
    var meter =
        new EnergyMeter(
            () -> {
              looks.release();
              return counter(1);
            });
    BatchTimer waiting =
        launches -> {
          try {
            var _ = looks.tryAcquire(10, TimeUnit.MILLISECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return timer.nanos(launches);
        };

    assertThat(meter.measure(waiting, 50_000).orElseThrow()).isCloseTo(0.02, within(0.002));
  }

  @Test
  void measure_counterThatMovesNowAndThen_countsBetweenMoves() {
    var meter = new EnergyMeter(() -> counter(100_000_000));

    // 400 W for 50 µs; a piece of 4 ms too many or too few of 600.
    assertThat(measure(meter).orElseThrow()).isCloseTo(0.02, within(0.0002));
    assertThat(clock.get()).isLessThan(820_000_000);
  }

  @Test
  void measure_counterThatMovesAllTheTime_isExact() {
    var meter = new EnergyMeter(() -> counter(1));

    assertThat(measure(meter).orElseThrow()).isCloseTo(0.02, within(1e-6));
  }

  @Test
  void measure_counterThatStandsStill_isEmptyAndEnds() {
    var meter = new EnergyMeter(() -> OptionalDouble.of(7));

    assertThat(measure(meter)).isEmpty();
    assertThat(clock.get()).isLessThan(2 * EnergyMeter.PATIENCE);
  }

  @Test
  void measure_counterThatStopsMoving_isEmptyAndEnds() {
    var meter =
        new EnergyMeter(() -> OptionalDouble.of(400e-9 * Math.min(clock.get(), 100_000_000)));

    assertThat(measure(meter)).isEmpty();
    assertThat(clock.get()).isLessThan(2 * EnergyMeter.PATIENCE);
  }

  @Test
  void measure_deviceThatDoesNotTell_isEmptyAtOnce() {
    assertThat(measure(new EnergyMeter(OptionalDouble::empty))).isEmpty();
    assertThat(clock.get()).isZero();
  }
}

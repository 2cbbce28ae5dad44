package dev.evokernel.health;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.worker.protocol.Evaluated;
import org.junit.jupiter.api.Test;

final class SteadyMeasurementTest {

  private Outcome of(Deque<Outcome> script) throws InterruptedException {
    return SteadyMeasurement.of(() -> cost(Objects.requireNonNull(script.poll()))).outcome();
  }

  private static Evaluated cost(Outcome outcome) {
    return new Evaluated(outcome, new Spent(1, 10, 100), 1000);
  }

  private static Deque<Outcome> times(double... nanos) {
    return new ArrayDeque<>(
        DoubleStream.of(nanos).<Outcome>mapToObj(time -> Examples.measured(time, time)).toList());
  }

  @Test
  void of_twoThatAgree_isTheFaster() throws InterruptedException {
    Deque<Outcome> script = times(1010, 1000, 1);
    assertThat(of(script)).isEqualTo(Examples.measured(1000, 1000));
    assertThat(script).hasSize(1);
  }

  @Test
  void of_oneThatWasDisturbed_goesOnUntilTwoAgree() throws InterruptedException {
    assertThat(of(times(1900, 1000, 1300, 1020))).isEqualTo(Examples.measured(1000, 1000));
  }

  @Test
  void of_measurementsThatNeverAgree_isTheFastestOfSix() throws InterruptedException {
    Deque<Outcome> script = times(9000, 8000, 7000, 1000, 5000, 4000, 1);
    assertThat(of(script)).isEqualTo(Examples.measured(1000, 1000));
    assertThat(script).hasSize(1);
  }

  @Test
  void of_severalMeasurements_costsAllOfThem() throws InterruptedException {
    Deque<Outcome> script = times(1900, 1000, 1300, 1020);
    Evaluated all = SteadyMeasurement.of(() -> cost(Objects.requireNonNull(script.poll())));
    assertThat(all)
        .isEqualTo(new Evaluated(Examples.measured(1000, 1000), new Spent(4, 40, 400), 4000));
  }

  @Test
  void of_aRejection_isTheRejection() throws InterruptedException {
    Outcome rejected = Examples.rejected(Rejection.NOT_REPEATABLE);
    assertThat(of(new ArrayDeque<>(List.of(Examples.measured(9, 9), rejected))))
        .isEqualTo(rejected);
  }

  @Test
  void of_measurementsThatDisagreeWhenTheTimeIsOver_isTheFastestSoFar()
      throws InterruptedException {
    var script = times(1900, 1000, 1300);
    var measured = new AtomicInteger();
    Evaluated fastest =
        SteadyMeasurement.of(
            () -> cost(Objects.requireNonNull(script.poll())),
            () -> measured.incrementAndGet() < 2);
    assertThat(fastest.outcome()).isEqualTo(Examples.measured(1000, 1000));
    assertThat(script).hasSize(1);
  }
}

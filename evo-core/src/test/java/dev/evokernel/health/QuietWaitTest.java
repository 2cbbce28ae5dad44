package dev.evokernel.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.spec.MachineLoad;
import org.junit.jupiter.api.Test;

final class QuietWaitTest {

  private static final MachineLoad BUSY = new MachineLoad(1.8, 2);

  private final AtomicLong nanos = new AtomicLong();
  private final Deque<Optional<MachineLoad>> script = new ArrayDeque<>();
  private final List<String> news = new ArrayList<>();
  private final QuietWait wait = new QuietWait(this::sample, nanos::get, news::add);

  /** Takes 0.3 s and sees what the script says, and then a machine that stays busy. */
  private Optional<MachineLoad> sample() {
    nanos.addAndGet(300_000_000);
    return script.isEmpty() ? Optional.of(BUSY) : script.removeFirst();
  }

  @Test
  void atMost_quietMachine_saysNothing() throws InterruptedException {
    script.add(Optional.empty());

    wait.atMost(Duration.ofSeconds(9));

    assertThat(news).isEmpty();
    assertThat(script).isEmpty();
  }

  @Test
  void atMost_machineThatBecomesQuiet_waitsUntilThen() throws InterruptedException {
    script.addAll(List.of(Optional.of(BUSY), Optional.of(BUSY), Optional.empty()));

    wait.atMost(Duration.ofSeconds(9));

    assertThat(news)
        .containsExactly("Finals wait for quiet: other processes use 1.8 of 2 cores (at most 9 s)");
    assertThat(Duration.ofNanos(nanos.get())).isEqualTo(Duration.ofMillis(900));
  }

  @Test
  void atMost_machineThatStaysBusy_endsWithTheTime() throws InterruptedException {
    wait.atMost(Duration.ofSeconds(9));

    assertThat(news).hasSize(1);
    assertThat(Duration.ofNanos(nanos.get())).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void atMost_noTime_samplesNothing() throws InterruptedException {
    wait.atMost(Duration.ofSeconds(-3));

    assertThat(nanos).hasValue(0);
  }

  @Test
  void atMost_interrupted_ends() {
    var stopped =
        new QuietWait(
            () -> {
              throw new InterruptedException();
            },
            nanos::get,
            news::add);

    assertThatThrownBy(() -> stopped.atMost(Duration.ofSeconds(9)))
        .isInstanceOf(InterruptedException.class);
  }
}

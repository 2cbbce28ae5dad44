package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

final class QuietTimerTest {

  private final Deque<Long> script = new ArrayDeque<>();
  private long waited;
  private int batches;
  private int discarded;
  private final QuietTimer timer = new QuietTimer(() -> waited, () -> discarded++);

  /** A batch of 1000 ns of work that waits as the script says, and then never. */
  private long batch() {
    batches++;
    long wait = script.isEmpty() ? 0 : script.removeFirst();
    waited += wait;
    return 1000 + wait;
  }

  @Test
  void time_ofQuietBatch_isThatOfTheFirst() {
    script.addAll(List.of(10L));
    assertThat(timer.time(this::batch)).isEqualTo(1010);
    assertThat(batches).isEqualTo(1);
  }

  @Test
  void time_ofDisturbedBatch_isThatOfTheNextQuietOne() {
    script.addAll(List.of(8_000_000L, 500L, 0L));
    assertThat(timer.time(this::batch)).isEqualTo(1000);
    assertThat(batches).isEqualTo(3);
    assertThat(discarded).isEqualTo(2);
  }

  @Test
  void time_withANeighbourThatStays_isThatOfTheLeastDisturbed() {
    for (int i = 0; i < 100; i++) {
      script.add(i == 7 ? 400L : 5000L);
    }
    assertThat(timer.time(this::batch)).isEqualTo(1400);
    assertThat(batches).isEqualTo(13);
    assertThat(timer.time(this::batch)).isEqualTo(6000);
    assertThat(batches).isEqualTo(14);
  }

  @Test
  void time_afterQuietBatches_mayRepeatAgain() {
    for (int i = 0; i < 13; i++) {
      script.add(5000L);
    }
    timer.time(this::batch);
    assertThat(timer.wasDisturbed()).isTrue();
    timer.time(this::batch);
    assertThat(timer.wasDisturbed()).isFalse();
    script.addAll(List.of(5000L, 5000L));
    assertThat(timer.time(this::batch)).isEqualTo(1000); // A quiet batch earns two.
    assertThat(batches).isEqualTo(17);
  }

  @Test
  void once_ofDisturbedBatch_isThatBatch() {
    script.addAll(List.of(8_000_000L, 10L));
    assertThat(timer.once(this::batch)).isEqualTo(8_001_000);
    assertThat(timer.wasDisturbed()).isTrue();
    assertThat(discarded).isEqualTo(1);
    assertThat(timer.once(this::batch)).isEqualTo(1010);
    assertThat(timer.wasDisturbed()).isFalse();
    assertThat(batches).isEqualTo(2);
  }

  @Test
  void once_rests_whereDisturbancesAreRare() {
    var rests = new AtomicInteger();
    var resting = new QuietTimer(() -> waited, () -> discarded++, rests::incrementAndGet);
    for (int i = 0; i < 20; i++) {
      script.addAll(List.of(5000L, 0L, 0L, 0L));
    }
    IntStream.range(0, 80).forEach(_ -> resting.once(this::batch));
    assertThat(rests).hasValue(20);
    script.addAll(Collections.nCopies(100, 5000L));
    IntStream.range(0, 100).forEach(_ -> resting.once(this::batch));
    assertThat(rests.get()).isBetween(25, 27); // The cores are busy, whatever it waits.
  }
}

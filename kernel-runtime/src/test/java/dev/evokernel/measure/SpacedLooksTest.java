package dev.evokernel.measure;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import org.junit.jupiter.api.Test;

class SpacedLooksTest {

  private static final DeviceState SHARED =
      DeviceState.unread(Optional.empty(), Set.of(), OptionalInt.empty(), true, 0);

  private final AtomicLong clock = new AtomicLong();
  private final Deque<DeviceState> states = new ArrayDeque<>();
  private int looks;
  private int rests;
  private final SpacedLooks spaced =
      new SpacedLooks(
          new DeviceMonitor() {
            @Override
            public DeviceState look() {
              looks++;
              return states.isEmpty() ? DeviceState.UNKNOWN : states.pop();
            }

            @Override
            public void rest(DeviceState disturbed) {
              rests++;
            }
          },
          clock::get);

  @Test
  void look_soonAfterAnother_repeatsItAndAsksNoDevice() {
    spaced.look();
    clock.addAndGet(SpacedLooks.APART - 1);
    spaced.look();
    assertThat(looks).isEqualTo(1);

    clock.addAndGet(1);
    spaced.look();
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void look_soonAfterADisturbedOne_asksAgain() {
    states.addAll(List.of(SHARED, DeviceState.UNKNOWN));

    assertThat(spaced.look().isDisturbed()).isTrue();
    assertThat(spaced.look().isDisturbed()).isFalse();
  }

  @Test
  void confirms_always_looksAtTheDevice() {
    spaced.look();
    states.add(SHARED);

    assertThat(spaced.confirms()).isFalse();
    assertThat(rests).isEqualTo(1);
    assertThat(spaced.confirms()).isTrue();
    assertThat(rests).isEqualTo(1);
  }
}

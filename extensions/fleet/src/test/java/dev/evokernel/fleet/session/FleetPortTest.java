package dev.evokernel.fleet.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.store.LockOwner;
import dev.evokernel.tuning.device.HeldResources;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetPortTest {

  @TempDir Path locks;

  private FleetPort port(String run) {
    return new FleetPort(locks, 9465, new LockOwner(1, run, Instant.EPOCH, "gpu-1", "results"));
  }

  @Test
  void take_ofAnotherRun_namesIt() {
    try (var held = new HeldResources();
        var others = new HeldResources()) {
      assertThat(port("first").take(held)).isEmpty();
      assertThat(port("second").take(others))
          .hasValueSatisfying(owner -> assertThat(owner.run()).isEqualTo("first"));
    }
  }

  @Test
  void take_afterTheOtherEnded_isFree() {
    try (var held = new HeldResources()) {
      assertThat(port("first").take(held)).isEmpty();
    }
    try (var held = new HeldResources()) {
      assertThat(port("second").take(held)).isEmpty();
    }
  }
}

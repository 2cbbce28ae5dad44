package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.roofline.Devices;
import dev.evokernel.store.MeasuredLimits.Figure;
import dev.evokernel.store.MeasuredLimits.Quantity;
import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeasuredLimitsTest {

  @TempDir Path folder;

  private ResultStore open() {
    return ResultStore.open(folder.resolve("evo.db"));
  }

  @Test
  void limits_ofADevice_areTheLatestUnderItsDriver() {
    DeviceIdentity device = ExampleRun.run().provenance().device();
    MeasuredLimits first = ExampleLimits.of(device, Instant.parse("2026-11-20T10:00:00Z"), 1e10);
    MeasuredLimits second = ExampleLimits.of(device, Instant.parse("2026-11-20T11:00:00Z"), 2e10);
    try (ResultStore store = open()) {
      assertThat(store.limits("cpu", device)).isEmpty();
      store.recordLimits(second);
      store.recordLimits(first);
      assertThat(store.limits("cpu", device)).contains(second);
      assertThat(store.limits("cuda", device)).isEmpty();
      assertThat(store.limits("cpu", new DeviceIdentity("cpu", device.model(), "another")))
          .isEmpty();
    }
  }

  @Test
  void leaderboardAndHistory_carryTheLimitsOfTheirDevice() {
    MeasuredLimits limits =
        ExampleLimits.of(
            ExampleRun.run().provenance().device(), Instant.parse("2026-11-20T10:00:00Z"), 1e10);
    try (ResultStore store = open()) {
      ExampleRun.writeTo(store);
      assertThat(store.leaderboard().ranked(Filter.everything(10)))
          .allMatch(entry -> entry.limits().isEmpty());
      store.recordLimits(limits);
      assertThat(store.leaderboard().ranked(Filter.everything(10)))
          .isNotEmpty()
          .allMatch(entry -> entry.limits().orElseThrow().equals(limits));
      assertThat(store.history("latest").limits()).contains(limits);
    }
  }

  @Test
  void of_aQuantityMeasuredTwice_isRefused() {
    var figure = new Figure(Quantity.F32, 1e9, 1e9, 10, "", OptionalDouble.empty());
    assertThatThrownBy(
            () ->
                new MeasuredLimits(
                    "cpu",
                    ExampleRun.run().provenance().device(),
                    Devices.processor(),
                    "gcc",
                    "host",
                    Instant.EPOCH,
                    List.of(figure, figure)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

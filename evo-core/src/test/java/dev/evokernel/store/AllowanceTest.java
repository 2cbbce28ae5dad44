package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Database.Allowance;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AllowanceTest {

  @TempDir Path folder;

  @Test
  void record_beyondItsPages_failsAsOnAFullDiskAndKeepsTheRest() {
    Path file = folder.resolve("evo.db");
    try (var store = ResultStore.open(file, new Allowance(Duration.ZERO, 40))) {
      store.begin(ExampleRun.run());
      assertThatThrownBy(
              () ->
                  store.record(
                      ExampleRun.ID,
                      ExampleRun.proposal(1, 64),
                      ExampleRun.rejected(Rejection.CRASH, "", "x".repeat(1_000_000))))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining(file + " is full");
    }
    try (var store = ResultStore.open(file)) {
      assertThat(store.runs()).hasSize(1);
      assertThat(store.candidates(ExampleRun.ID)).isEmpty();
    }
  }

  @Test
  void begin_whileAnotherWrites_isRefusedAndPossibleAfterwards() {
    Path file = folder.resolve("evo.db");
    try (var store = ResultStore.open(file, new Allowance(Duration.ofMillis(50), 1_000))) {
      Runnable release = Database.lock(file);
      assertThatThrownBy(() -> store.begin(ExampleRun.run()))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("Another program has locked " + file);
      release.run();
      store.begin(ExampleRun.run());
      assertThat(store.runs()).hasSize(1);
    }
  }

  @Test
  void new_withoutRoom_isRefused() {
    assertThatThrownBy(() -> new Allowance(Duration.ZERO, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pages > 0");
  }
}

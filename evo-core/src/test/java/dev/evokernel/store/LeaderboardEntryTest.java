package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeaderboardEntryTest {

  @TempDir Path folder;

  /**
   * The roles of the default and of candidate 2, after finals that gave candidate 2 these times.
   */
  private List<String> roles(FinalsDecision finals) {
    try (ResultStore store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME))) {
      ExampleRun.writeTo(store);
      store.recordFinals(ExampleRun.ID, finals);
      return store.leaderboard().ranked(Filter.everything(10)).stream()
          .filter(entry -> entry.shape().equals("small"))
          .sorted(Comparator.comparingInt(LeaderboardEntry::candidate))
          .map(entry -> entry.roleBeside(ExampleRun.run().subject().defaultConfiguration()))
          .toList();
    }
  }

  @Test
  void roleBeside_finalistThatWasNotAccepted_isNoChampion() {
    assertThat(roles(ExampleRun.finals(101_000, 40_500))).containsExactly("default", "finalist");
  }

  @Test
  void roleBeside_accepted_isTheChampion() {
    assertThat(roles(ExampleRun.finals())).containsExactly("default", "champion");
  }
}

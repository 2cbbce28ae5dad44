package dev.evokernel.store;

import static dev.evokernel.store.ExampleRun.ID;
import static dev.evokernel.store.ExampleRun.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeaderboardQueryTest {

  @TempDir Path folder;
  private ResultStore store;

  @BeforeEach
  void open() {
    store = ResultStore.open(folder.resolve("evo.db"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void leaderboard_ofARunWithFinals_ranksItsFinalistsOnly() {
    ExampleRun.writeTo(store);
    store.record(ID, ExampleRun.proposal(6, 8), ExampleRun.measured(10, 10)); // a lucky draw
    List<LeaderboardEntry> entries = store.leaderboard().ranked(Filter.everything(10));
    assertThat(entries)
        .extracting(s -> s.shape() + " " + s.rank() + ": " + s.candidate() + " " + s.how().label())
        .containsExactly(
            "small 1: 2 finals", "small 2: 1 finals", "ragged 1: 2 finals", "ragged 2: 1 finals");
    LeaderboardEntry first = entries.getFirst();
    assertThat(first.role()).contains(Role.CHAMPION);
    assertThat(first.ratio().orElseThrow()).isCloseTo(101.0 / 80, within(0.02));
    assertThat(first.low().orElseThrow()).isLessThan(first.ratio().orElseThrow());
    assertThat(first.configuration()).isEqualTo(ExampleRun.configuration(32, "row"));
    assertThat(first.workload()).isEqualTo(ExampleRun.run().subject().workload("small"));
    assertThat(entries.get(1).ratio()).isEmpty();
  }

  @Test
  void decided_ofARunWithAChampion_isTheChampionAlone() {
    ExampleRun.writeTo(store);
    assertThat(store.leaderboard().decided("gemm", "AMD EPYC, 2 cores"))
        .extracting(s -> s.shape() + " " + s.candidate())
        .containsExactly("small 2", "ragged 2");
    assertThat(store.leaderboard().decided("gemm", "AMD EPYC")).isEmpty();
    assertThat(store.leaderboard().decided("attention", "AMD EPYC, 2 cores")).isEmpty();
  }

  @Test
  void decided_ofARunInWhichTheDefaultStayed_isTheDefault() {
    ExampleRun.writeTo(store);
    store.recordFinals(ID, ExampleRun.finals(100_500, 40_400));
    assertThat(store.leaderboard().decided("gemm", "AMD EPYC, 2 cores"))
        .extracting(s -> s.shape() + " " + s.candidate())
        .containsExactly("small 1", "ragged 1");
  }

  @Test
  void decided_ofARunWithoutFinals_isNothing() {
    store.begin(ExampleRun.run());
    store.record(ID, ExampleRun.proposal(2, 32), ExampleRun.measured(10, 10));
    assertThat(store.leaderboard().decided("gemm", "AMD EPYC, 2 cores")).isEmpty();
  }

  @Test
  void leaderboard_ofARunWithoutFinals_ranksWhatWasMeasured() {
    store.begin(ExampleRun.run());
    for (Candidate candidate : ExampleRun.candidates()) {
      candidate.evaluation().ifPresent(e -> store.record(ID, candidate.proposal(), e));
    }
    List<LeaderboardEntry> entries = store.leaderboard().ranked(Filter.everything(10));
    assertThat(entries)
        .extracting(s -> s.shape() + " " + s.rank() + ": " + s.candidate() + " " + s.how().label())
        .containsExactly(
            "small 1: 2 search", "small 2: 1 search", "ragged 1: 2 search", "ragged 2: 1 search");
    assertThat(entries.getFirst().ratio().orElseThrow()).isCloseTo(1.25, within(1e-9));
    assertThat(entries.getFirst().low()).isEmpty();
    assertThat(entries.getFirst().role()).isEmpty();
  }

  @Test
  void leaderboard_ofSeveralRuns_ranksAcrossThemAndLimitsEachShape() {
    ExampleRun.writeTo(store);
    store.begin(ExampleRun.run("gemm-20261121-080000", START.plusSeconds(9)));
    store.record(
        "gemm-20261121-080000", ExampleRun.proposal(1, 16), ExampleRun.measured(50_000, 90_000));
    assertThat(store.leaderboard().ranked(Filter.everything(1)))
        .extracting(s -> s.shape() + ": " + s.run())
        .containsExactly("small: " + ID, "ragged: " + ID);
    assertThat(store.leaderboard().ranked(Filter.everything(3)))
        .extracting(s -> "%s %d: %s".formatted(s.shape(), s.rank(), s.run()))
        .contains("small 3: gemm-20261121-080000", "ragged 3: gemm-20261121-080000");
  }

  @Test
  void leaderboard_ofAShapeTimedHotAndTimedCold_ranksEachByItself() {
    ExampleRun.writeTo(store);
    store.begin(ExampleRun.cold("gemm-20261121-090000", START.plusSeconds(9)));
    store.record("gemm-20261121-090000", ExampleRun.proposal(1, 16), ExampleRun.measured(10, 10));

    assertThat(store.leaderboard().ranked(Filter.everything(1)))
        .extracting(s -> s.workload().shape().toString() + ": " + s.run())
        .containsExactly(
            "small (M=128 N=128 K=128): " + ID,
            "small (M=128 N=128 K=128, cold): gemm-20261121-090000",
            "ragged (M=131 N=77 K=59): " + ID,
            "ragged (M=131 N=77 K=59, cold): gemm-20261121-090000");
    assertThat(store.history("gemm-20261121-090000").run().run())
        .isEqualTo(ExampleRun.cold("gemm-20261121-090000", START.plusSeconds(9)));
  }

  @Test
  void leaderboard_filtered_showsThatPartWithTheSameRanks() {
    ExampleRun.writeTo(store);
    var ragged = new Filter(Optional.of("gemm"), Optional.of("ragged"), Optional.of("epyc"), 10);
    assertThat(store.leaderboard().ranked(ragged))
        .extracting(LeaderboardEntry::rank)
        .containsExactly(1, 2);
    assertThat(store.leaderboard().ranked(ragged))
        .extracting(LeaderboardEntry::shape)
        .containsOnly("ragged");
    var byId = new Filter(Optional.empty(), Optional.empty(), Optional.of("CPU"), 10);
    assertThat(store.leaderboard().ranked(byId)).hasSize(4);
    var elsewhere = new Filter(Optional.empty(), Optional.empty(), Optional.of("h200"), 10);
    assertThat(store.leaderboard().ranked(elsewhere)).isEmpty();
  }
}

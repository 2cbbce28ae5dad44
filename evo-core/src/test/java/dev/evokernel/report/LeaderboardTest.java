package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.ExampleLimits;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredLeaderboard.Filter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class LeaderboardTest {

  @TempDir Path folder;
  private Leaderboard leaderboard = new Leaderboard(List.of(), ZoneOffset.UTC);

  @BeforeEach
  void fill() {
    try (var store = ResultStore.open(folder.resolve("evo.db"))) {
      ExampleRun.writeTo(store);
      leaderboard =
          new Leaderboard(store.leaderboard().ranked(Filter.everything(10)), ZoneOffset.UTC);
    }
  }

  @Test
  void anyFormat_whereTheDevicesLimitsAreKnown_hasTheShareOfThem() {
    LeaderboardEntry known = withLimits(Optional.of(Arithmetic.F32));
    var limited = new Leaderboard(List.of(known), ZoneOffset.UTC);
    // 2 · 128³ operations at 100 a nanosecond are 41.9 µs.
    assertThat(limited.text()).containsPattern("GFLOP/s +52\\.5 %").doesNotContain("roofline");
    JsonNode row = JsonMapper.builder().build().readTree(limited.json()).get(0);
    assertThat(row.get("limit_ns").asDouble()).isEqualTo(41943.04);
    assertThat(row.get("limit_share").asDouble()).isBetween(0.52, 0.53);
    assertThat(row.get("limit_term").asString()).isEqualTo("compute");
  }

  @Test
  void text_ofARunWhoseArithmeticNobodyWroteDown_hasNoShares() {
    var limited = new Leaderboard(List.of(withLimits(Optional.empty())), ZoneOffset.UTC);
    assertThat(limited.text()).contains("GFLOP/s").doesNotContain("% of limit", "roofline");
  }

  private LeaderboardEntry withLimits(Optional<Arithmetic> arithmetic) {
    LeaderboardEntry one = leaderboard.standings().getFirst();
    return Altered.of(
        one,
        "arithmetic",
        arithmetic,
        "limits",
        Optional.of(ExampleLimits.of(one.device(), one.started(), 1e11)));
  }

  @Test
  void text_ofTwoRuns_hasEachConfigurationOnceAndOneReference() {
    try (var store = ResultStore.open(folder.resolve("evo.db"))) {
      String second = "gemm-20261121-080000";
      store.begin(ExampleRun.run(second, ExampleRun.START.plusSeconds(60)));
      store.record(second, ExampleRun.proposal(1, 64), ExampleRun.measured(200e3, 90e3));
      store.record(second, ExampleRun.proposal(2, 32), ExampleRun.measured(70e3, 30e3));
      store.record(second, ExampleRun.proposal(3, 16), ExampleRun.measured(50e3, 20e3));
      List<LeaderboardEntry> all = store.leaderboard().ranked(Filter.everything(10));
      String text = new Leaderboard(all, ZoneOffset.UTC).text();
      assertThat(text.lines().filter(line -> line.endsWith("  TILE_M=32"))).hasSize(2);
      assertThat(text).contains("finals, in 2 runs", "default 101.4 µs", "TILE_M=16");
      assertThat(all.getFirst().defaultNanos()).hasValueCloseTo(101.4e3, within(99.));
      assertThat(all.getFirst().reference()).isEqualTo(ExampleRun.ID + "/2");
      LeaderboardEntry unconfirmed = all.get(2);
      assertThat(unconfirmed.reference()).isEqualTo(second + "/3");
      assertThat(unconfirmed.speedUp().getAsDouble()).isCloseTo(101.4e3 / 50e3, within(0.1));
      assertThat(text).contains("search, so far");
    }
  }

  @Test
  void text_ofRowsUnderDifferentConditions_saysWhich() {
    LeaderboardEntry one = leaderboard.standings().getFirst();
    LeaderboardEntry other = leaderboard.standings().get(1);
    assertThat(leaderboard.text()).doesNotContain("different conditions");
    var board =
        new Leaderboard(
            List.of(under(one, "550.1", "a", 1980), under(other, "580.2", "b", 1200)),
            ZoneOffset.UTC);
    assertThat(board.text())
        .contains(
            "Measured under different conditions: driver 550.1 (rank 1), driver 580.2 (rank 2);"
                + " 2 versions of the kernel's source (rank 1; rank 2); core clock 1200 to 1980"
                + " MHz.");
  }

  private static LeaderboardEntry under(
      LeaderboardEntry one, String driver, String source, double megahertz) {
    return Altered.of(
        one,
        "provenance.device.driver",
        driver,
        "sourceHash",
        source,
        "megahertz",
        OptionalDouble.of(megahertz),
        "runs",
        1,
        "unfinished",
        false);
  }

  @Test
  void anyFormat_withoutResults_saysSo() {
    var empty = new Leaderboard(List.of(), ZoneOffset.UTC);
    assertThat(empty.text()).isEqualTo("No results yet.\n");
    assertThat(empty.markdown()).isEqualTo("No results yet.\n");
    assertThat(empty.json().strip()).isEqualTo("[ ]");
    assertThat(empty.csv().lines()).hasSize(1);
  }
}

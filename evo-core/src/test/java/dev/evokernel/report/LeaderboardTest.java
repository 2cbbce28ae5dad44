package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.ExampleLimits;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.Filter;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
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
      leaderboard = new Leaderboard(store.leaderboard(Filter.everything(10)), ZoneOffset.UTC);
    }
  }

  @Test
  void text_ofTwoShapes_hasATableForEachWithTheChampionFirst() {
    assertThat(leaderboard.text().lines())
        .hasSize(11)
        .contains("gemm · small (M=128 N=128 K=128) · AMD EPYC, 2 cores")
        .anyMatch(
            line ->
                line.matches(
                    " +1  1\\.27\\d× \\(1\\.2\\d+ to 1\\.2\\d+\\)  79\\.82 µs  .* GFLOP/s +- +40 "
                        + " finals +"
                        + ExampleRun.ID
                        + "/2  champion +0123456789\\+  2026-11-20 19:32"));
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
  void text_ofARunWhoseArithmeticNobodyWroteDown_hasADash() {
    var limited = new Leaderboard(List.of(withLimits(Optional.empty())), ZoneOffset.UTC);
    assertThat(limited.text()).containsPattern("GFLOP/s +- ").doesNotContain("roofline");
  }

  private LeaderboardEntry withLimits(Optional<Arithmetic> arithmetic) {
    LeaderboardEntry one = leaderboard.standings().getFirst();
    LeaderboardEntry.RankedTask task = one.task();
    return new LeaderboardEntry(
        one.rank(),
        new LeaderboardEntry.RankedTask(task.kernel(), task.backend(), task.workload(), arithmetic),
        one.ranked(),
        one.timing(),
        one.provenance(),
        one.started(),
        Optional.of(ExampleLimits.of(one.device(), one.started(), 1e11)));
  }

  @Test
  void text_isAligned() {
    List<String> lines = leaderboard.text().lines().limit(4).toList();
    assertThat(lines.get(1).indexOf("candidate")).isEqualTo(lines.get(2).indexOf(ExampleRun.ID));
    assertThat(lines.get(3).indexOf(ExampleRun.ID)).isEqualTo(lines.get(2).indexOf(ExampleRun.ID));
  }

  @Test
  void json_isAnArrayOfRows() {
    JsonNode rows = JsonMapper.builder().build().readTree(leaderboard.json());
    assertThat(rows.isArray()).isTrue();
    assertThat(rows.size()).isEqualTo(4);
    JsonNode first = rows.get(0);
    assertThat(first.get("rank").asInt()).isEqualTo(1);
    assertThat(first.get("kernel").asString()).isEqualTo("gemm");
    assertThat(first.get("configuration").get("TILE_M").asInt()).isEqualTo(32);
    assertThat(first.get("measured_in").asString()).isEqualTo("finals");
    assertThat(first.get("speedup").asDouble()).isBetween(1.25, 1.29);
    assertThat(rows.get(1).get("speedup").isNull()).isTrue();
  }

  @Test
  void csv_hasAHeadingForEveryKeyOfJson() {
    String heading = leaderboard.csv().lines().findFirst().orElseThrow();
    JsonNode first = JsonMapper.builder().build().readTree(leaderboard.json()).get(0);
    assertThat(heading.split(",")).containsExactlyElementsOf(first.propertyNames());
    assertThat(leaderboard.csv()).contains("\"AMD EPYC, 2 cores\"").endsWith("\r\n");
  }

  @Test
  void markdown_hasAHeadingAndATableForEachShape() {
    assertThat(leaderboard.markdown().lines())
        .filteredOn(line -> line.startsWith("### gemm"))
        .hasSize(2);
    assertThat(leaderboard.markdown()).contains("| ---: | --- | ---: |");
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

package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.Filter;
import dev.evokernel.store.ResultStore;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
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
        .hasSize(9)
        .contains("gemm · small (M=128 N=128 K=128) · AMD EPYC, 2 cores")
        .anyMatch(
            line ->
                line.matches(
                    " +1  1\\.27\\d× \\(1\\.2\\d+ to 1\\.2\\d+\\)  79\\.82 µs  .* GFLOP/s +40 "
                        + " finals +"
                        + ExampleRun.ID
                        + "/2  champion +0123456789\\+  2026-11-20 19:32"));
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

package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class BenchCommandsIT {

  private static final String LIST = TestSpaces.list().toString();

  @TempDir private Path folder;

  @Tag("full")
  @Test
  void search_onOneOrManyThreads_leavesTheSameTracesAndScoresAndDiffersByNothing()
      throws IOException {
    Path one = folder.resolve("one");
    Path many = folder.resolve("many");
    Execution first = search(one, "--threads", "1");
    Execution second = search(many, "--threads", "3", "--compare", one.toString());
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(second.code()).isZero();
    Path trace = Path.of("full", "model", "tiled", "001.jsonl");
    assertThat(Files.readAllLines(one.resolve(trace)))
        .hasSizeGreaterThan(384)
        .isEqualTo(Files.readAllLines(many.resolve(trace)))
        .first()
        .asString()
        .matches("\\{\"config\":\\{\"TILE_M\":.*},\"time_ms\":.*,\"cost_s\":.*}");
    assertThat(second.out().lines())
        .containsSubsequence(first.out().lines().filter(line -> line.contains("model")).toList());
    assertThat(second.out()).contains("full less full in").containsPattern("\\+0\\.000 \\(-0");
    assertThat(Files.readString(one.resolve("chart.html")))
        .contains("<svg", "model/stencil", "random search, calculated")
        .doesNotContain("http", "NaN", "Infinity");
  }

  @Test
  @Tag("full")
  void search_overSeveralBudgets_endsAtTheOptimumAndTellsByWhenItWasFound() throws IOException {
    Path out = folder.resolve("long");
    Execution found =
        search(out, "--budget-factor", "3", "--strategy", "genetic,no-model+no-restarts");
    assertThat(found.code()).as(found.err()).isZero();
    assertThat(found.out())
        .contains("Runs over up to 3 budgets", "optimum found by 1×", "by 2×", "by 3×")
        .doesNotContain("by 5×", "ended before a budget")
        .containsPattern("no-model\\+no-restarts .* \\(\\d\\.\\d{3} to \\d+\\.\\d{3}\\)");
    JsonNode runs =
        JsonMapper.builder()
            .build()
            .readTree(Files.readString(out.resolve("scores.json")))
            .path("long_runs");
    assertThat(runs.path("budget_factor").asInt()).isEqualTo(3);
    JsonNode stencil = runs.path("genetic").path("model/stencil");
    int first = stencil.path("evaluations_to_optimum").path(0).asInt();
    assertThat(Files.readAllLines(out.resolve("genetic/model/stencil/000.jsonl"))).hasSize(first);
    assertThat(stencil.path("evaluations_to_1_percent").path(0).asInt()).isBetween(1, first);
  }

  @Test
  void score_ofTracesOfOthers_printsTheirScoresBesideThePeers() throws IOException {
    Path traces = folder.resolve("traces");
    copy(TestSpaces.file("traces"), traces);
    Path peers =
        Files.writeString(
            folder.resolve("peers.json"),
            """
            {"spaces": {"model/tiled": {"theirs": {"seconds_mc": 0.125, "evals": 0.25}}}}
            """);
    Execution scored =
        Execution.line(
            "bench score --spaces-file " + LIST + " --traces " + traces + " --peers " + peers);
    assertThat(scored.code()).as(scored.err()).isZero();
    assertThat(scored.out()).contains("random, 3 runs", "model/tiled", "0.125 theirs");
    assertThat(traces.resolve("scores.json")).content().contains("\"seconds_mc\"");
  }

  @Test
  void search_badInput_isOneClearMessage() throws IOException {
    refuses("No recorded space was given", "--out", folder.toString());
    refuses(
        "the list has no space 'x'".replace("the", "The"),
        "--spaces-file",
        LIST,
        "x",
        "--out",
        "o");
    refuses("no strategy 'best', only", "--spaces-file", LIST, "--strategy", "best", "--out", "o");
    refuses("--repeats must be ≥ 1, was 0", "--spaces-file", LIST, "--repeats", "0", "--out", "o");
    refuses(
        "--budget-factor must be ≥ 1, was 0",
        "--spaces-file",
        LIST,
        "--budget-factor",
        "0",
        "--out",
        "o");
    refuses("no such file", folder.resolve("none.json").toString(), "--out", "o");
    refuses(
        "has no traces of", "--spaces-file", LIST, "--compare", folder.toString(), "--out", "o");
    refuses("cannot be read", "--spaces-file", LIST, "--peers", "none.json", "--out", "o");
    Path strange = folder.resolve("full").resolve("model").resolve("tiled");
    Files.createDirectories(strange);
    Files.writeString(
        strange.resolve("a.jsonl"), "{\"config\": {\"A\": 1}, \"time_ms\": 1, \"cost_s\": 1}\n");
    Execution scored =
        Execution.of("bench", "score", "--spaces-file", LIST, "--traces", folder.toString());
    assertThat(scored.code()).isEqualTo(2);
    assertThat(scored.err()).contains("a.jsonl:1", "the space 'model/tiled' has no TILE_M=null");
  }

  private static Execution search(Path out, String... more) {
    return Execution.line("bench search --spaces-file " + LIST + " --repeats 2 --out " + out, more);
  }

  private static void refuses(String message, String... arguments) {
    Execution refused = Execution.line("bench search", arguments);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains(message);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }
}

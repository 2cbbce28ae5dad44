package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class MicrobenchIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String MICRO =
      """
          micro:
            sources: [SOURCE]
            entry: saxpy
            shape: {N: 5000}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void copyKernel() throws IOException {
    Saxpy.assumeCompiler();
    Saxpy.copyTo(folder.resolve("saxpy"));
  }

  private void miniature(String source) throws IOException {
    Path file = folder.resolve("saxpy/kernel.yaml");
    String text =
        Files.readString(file).replace("[plain, wrong, segfault, endless, broken]", "[plain]");
    Files.writeString(file, text.stripTrailing() + "\n" + MICRO.replace("SOURCE", source));
  }

  private Execution microbench(String... more) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("microbench", folder.resolve("saxpy").toString(), "--device", "cpu"));
    arguments.addAll(List.of("--results", folder.resolve("results").toString()));
    arguments.addAll(List.of(more));
    return Execution.of(arguments.toArray(String[]::new));
  }

  private String written(String name) throws IOException {
    return Files.readString(folder.resolve("results/micro/saxpy").resolve(name));
  }

  @Test
  void microbench_ofASmallKernel_ranksValidatesAndLeavesBothFiles() throws IOException {
    miniature("saxpy.c");
    Execution run = microbench("--samples", "6", "--top", "3", "--validate", "4");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("Timed 6 of 40 valid configurations of saxpy.", "rho ");
    JsonNode json = JSON.readTree(written("micro_best.json"));
    assertThat(json.get("schema").asInt()).isEqualTo(1);
    assertThat(json.get("kernel").asString()).isEqualTo("saxpy");
    assertThat(json.get("digest").asString()).matches("[0-9a-f]{64}");
    assertThat(json.get("backend").asString()).isEqualTo("cpu");
    assertThat(json.get("device").get("name").asString()).isNotBlank();
    assertThat(json.get("sampled").asInt()).isEqualTo(6);
    assertThat(json.get("valid").asInt()).isEqualTo(40);
    assertThat(json.get("ended").asString()).isEqualTo("complete");
    assertThat(json.get("correlation").get("validated").asInt()).isEqualTo(4);
    assertThat(json.get("correlation").get("rho").asDouble()).isBetween(-1.0, 1.0);
    JsonNode best = json.get("best");
    assertThat(best.size()).isEqualTo(3);
    for (int i = 0; i < best.size(); i++) {
      assertThat(best.get(i).get("rank").asInt()).isEqualTo(i + 1);
      assertThat(best.get(i).get("cycles").asDouble()).isPositive();
      assertThat(best.get(i).get("configuration").get("BLOCK").isInt()).isTrue();
      assertThat(best.get(i).get("score").asDouble())
          .isGreaterThanOrEqualTo(best.get(Math.max(0, i - 1)).get("score").asDouble());
    }
    List<String> log = written("micro_log.csv").lines().toList();
    assertThat(log).hasSize(7);
    assertThat(log.getFirst()).startsWith("number,rank,score,outcome").contains("BLOCK");
    assertThat(log.stream().filter(line -> line.contains(",measured,")).count()).isEqualTo(4);
  }

  @Test
  void microbench_withoutAMiniature_saysHowToWriteOne() {
    Execution run = microbench();
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "has no miniature for the backend 'cpu'",
            "micro: {sources: [saxpy.c]",
            "docs/kernel.md");
  }

  @Test
  void microbench_ofABrokenMiniature_showsTheCompilersWordsAndKeepsTheLog() throws IOException {
    Files.writeString(folder.resolve("saxpy/micro.c"), "void saxpy(int n) { broken }\n");
    miniature("micro.c");
    Execution run = microbench("--samples", "3", "--validate", "0");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains("None of 3 miniatures ran", "compile-error", "'broken' undeclared");
    assertThat(written("micro_log.csv").lines().filter(line -> line.contains("compile-error")))
        .hasSize(3);
  }

  @Test
  @Tag("full")
  void microbench_ofAMiniatureThatCrashesInOneConfiguration_ranksTheRest() throws IOException {
    Files.writeString(
        folder.resolve("saxpy/micro.c"),
        """
        void saxpy(const float *x, const float *y, float *out, int n, float a) {
          volatile int *nowhere = 0;
          if (BLOCK == 64) *nowhere = 1;
          for (int i = 0; i < n; i++) out[i] = a * x[i] + y[i];
        }
        """);
    miniature("micro.c");
    Execution run = microbench("--samples", "5", "--validate", "0");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).containsPattern("rejected \\d+ \\(\\d+ illegal-access\\)");
    assertThat(written("micro_log.csv")).contains("Segfault");
  }

  @Test
  void microbench_ofBadInput_namesOptionAndValue() {
    assertThat(microbench("--all", "--samples", "3").err()).contains("exclude each other");
    assertThat(microbench("--samples", "0").err())
        .contains("--samples must be from 1 to 1,000,000, was 0.");
    assertThat(microbench("--top", "0").err()).contains("--top must be ≥ 1, was 0.");
    Execution unknown = Execution.of("microbench", folder.resolve("nothing").toString());
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("nothing/kernel.yaml: no such file");
  }
}

package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study on a recording: jobs, random seeds, and a question. */
@Tag("full")
final class BenchStudyIT {

  private static final String QUERY =
      "SELECT job, count(DISTINCT run) AS runs, min(seed) AS first, max(candidates.number) AS most"
          + " FROM study JOIN candidates USING (run) GROUP BY job ORDER BY job";

  @TempDir private Path folder;

  @BeforeEach
  void jobs() throws IOException {
    String recording = "device: replay:" + TestSpaces.file("tiled.json.gz") + "\n";
    Files.writeString(
        folder.resolve("short.yaml"),
        recording + "budget: {evaluations: 8}\nseeding: {prior: none}\n");
    Files.writeString(
        folder.resolve("long.yaml"),
        recording + "budget: {evaluations: 12}\nseeding: {prior: none}\n");
    study("seeds: 2\nquery: " + QUERY + "\n");
  }

  private void study(String rest) throws IOException {
    Files.writeString(folder.resolve("study.yaml"), "jobs: [short.yaml, long.yaml]\n" + rest);
  }

  private Execution hold(String... more) {
    return Execution.line("bench study " + folder.resolve("study.yaml"), more);
  }

  private long runs() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("results"))) {
      return files.filter(file -> file.getFileName().toString().startsWith("tiled-")).count();
    }
  }

  @Test
  void study_runsEachJobWithEachSeed_andAnswers() throws IOException {
    Execution held = hold();
    assertThat(held.code()).as(held.err()).isZero();
    assertThat(held.out())
        .containsPattern("job +runs +first +most")
        .containsPattern("long +2 +1 +12")
        .containsPattern("short +2 +1 +8")
        .contains("Again:  ./evo bench study ");
    assertThat(runs()).isEqualTo(4);
  }

  @Test
  void study_again_repeatsNoRun_andAnswersAnotherQuestion() throws IOException {
    hold();
    study("seeds: 3\nquery: SELECT seed, count(*) AS jobs FROM study GROUP BY seed ORDER BY 1\n");
    Execution more = hold("--format", "json");
    assertThat(more.code()).as(more.err()).isZero();
    assertThat(more.out().replaceAll("\\s", "")).contains("{\"seed\":3,\"jobs\":2}");
    assertThat(runs()).isEqualTo(6);
  }

  @Test
  void study_thatCannotBe_isOneClearMessage() throws IOException {
    study("seeds: 0\nquery: SELECT 1\n");
    assertThat(hold().code()).isEqualTo(2);
    assertThat(hold().err()).contains("study.yaml:2", "seeds");
    study("seeds: 1\nquery: SELECT nowhere FROM study\n");
    Execution unknown = hold();
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("no such column: nowhere", ".schema");
    study("seeds: 1\nquery: DELETE FROM runs\n");
    assertThat(hold().code()).isEqualTo(2);
    assertThat(runs()).isEqualTo(2);
  }
}

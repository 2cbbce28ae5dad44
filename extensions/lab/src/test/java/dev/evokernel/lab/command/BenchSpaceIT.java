package dev.evokernel.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class BenchSpaceIT {

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void describe() throws IOException {
    file =
        Files.writeString(
            folder.resolve("small-T1.json"),
            """
            {"General": {"BenchmarkName": "small"},
             "ConfigurationSpace": {
               "TuningParameters": [
                 {"Name": "A", "Values": "[1, 2, 3, 4]"},
                 {"Name": "B", "Values": "list(range(1, 5))"}],
               "Conditions": [{"Expression": "A * B <= 4"}]}}
            """);
  }

  @Test
  void benchSpace_ofAT1File_countsAndTimesIt() {
    Execution bench = bench("--format", "json");
    assertThat(bench.err()).isEmpty();
    assertThat(bench.code()).isZero();
    JsonNode row = JsonMapper.shared().readTree(bench.out()).get(0);
    assertThat(row.path("space").asString()).isEqualTo("small");
    assertThat(row.path("combinations").asInt()).isEqualTo(16);
    assertThat(row.path("valid").asString()).isEqualTo("8");
    assertThat(row.path("cold_ns")).hasSize(1);
    assertThat(row.path("warm_ns")).hasSize(3);
    for (String use : new String[] {"draw_ns", "neighbours_ns", "repair_ns"}) {
      assertThat(row.path(use).asDouble()).as(use).isPositive();
    }
  }

  @Test
  void benchSpace_asMarkdown_isATable() {
    assertThat(bench("--format", "markdown").out())
        .startsWith("| space | combinations | valid | cold ms |")
        .contains("| small | 16 | 8 | ");
  }

  @Test
  void benchSpace_ofNoFile_saysWhatItTakes() {
    Execution bench = Execution.of("bench", "space", folder.resolve("none.json").toString());
    assertThat(bench.code()).isEqualTo(2);
    assertThat(bench.err()).contains("There is no", "none.json", "T1 file");
  }

  @Test
  void benchSpace_ofAConditionBeyondUnderstanding_namesFileAndExpression() throws IOException {
    Files.writeString(file, Files.readString(file).replace("A * B <= 4", "A & B == 0"));
    Execution bench = bench();
    assertThat(bench.code()).isEqualTo(2);
    assertThat(bench.err()).contains(file.toString(), "'A & B == 0' is not understood");
  }

  @Test
  void benchSpace_withoutRepetitions_isRefused() {
    Execution bench = bench("--processes", "0");
    assertThat(bench.code()).isEqualTo(2);
    assertThat(bench.err()).contains("--processes");
  }

  private Execution bench(String... more) {
    var arguments = new java.util.ArrayList<>(java.util.List.of("bench", "space", file.toString()));
    arguments.addAll(java.util.List.of("--constructions", "3", "--processes", "1"));
    arguments.addAll(java.util.List.of(more));
    return Execution.of(arguments.toArray(String[]::new));
  }
}

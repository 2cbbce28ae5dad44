package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class RunFilesTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final RunHistory HISTORY = ExampleRun.history();

  @TempDir Path folder;

  @Test
  void write_twice_leavesExactlyTheFiles() throws IOException {
    RunFiles.write(HISTORY, List.of(), folder, ZoneOffset.UTC);
    List<Path> files = RunFiles.write(HISTORY, List.of(), folder, ZoneOffset.UTC);
    assertThat(files)
        .extracting(file -> file.getFileName().toString())
        .containsExactly(
            "final_summary.md",
            "evo_best.json",
            "evo_log.csv",
            "evo_finals.csv",
            "champion.h",
            "t4.json",
            "t4-small.json",
            "t4-ragged.json");
    try (var found = Files.list(folder)) {
      assertThat(found).containsExactlyInAnyOrderElementsOf(files);
    }
  }

  @Test
  void write_whereAFileIsInTheWay_saysSo() throws IOException {
    Path occupied = Files.createFile(folder.resolve(ExampleRun.ID));
    assertThatThrownBy(() -> RunFiles.write(HISTORY, List.of(), occupied, ZoneOffset.UTC))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("final_summary.md cannot be written");
  }

  @Test
  void evolutionLog_ofAnExcludedCandidate_saysWhy() {
    var why = new Rejected(Rejection.WRONG_RESULT, "small", "C[3] is wrong");
    var flags =
        new FlaggedCandidates(
            List.of(new Exclusion(2, why, ExampleRun.START)), List.of(), List.of());
    var history = Altered.of(HISTORY, "flags", flags);
    assertThat(new RunFiles.EvolutionLog(history).csv())
        .contains("\r\n2,1,crossover,32,2.0,true,row,excluded,wrong-result,small,C[3] is wrong,");
  }

  @Test
  void bestJson_whenTheDefaultStays_holdsTheDefaultsConfiguration() {
    var history =
        Examples.history(
            HISTORY.run(), HISTORY.candidates(), Optional.of(ExampleRun.finals(101_000, 40_500)));
    JsonNode json = JSON.readTree(new BestResult(history).json());
    assertThat(json.get("basis").asString()).isEqualTo("default-stays");
    assertThat(json.get("candidate").asInt()).isEqualTo(1);
    assertThat(json.get("configuration").get("TILE_M").asInt()).isEqualTo(64);
    assertThat(json.get("best").get("candidate").asInt()).isEqualTo(2);
  }

  @Test
  void championHeader_ofParametersInBraces_isReadyToPaste() {
    RunHistory history = braced(HISTORY);
    assertThat(RunHeaders.champion(history))
        .contains(" * Compiler flags: -DSCALE=2.0 -DLAYOUT=row -DWIDE=32 --fast\n")
        .contains("#define SCALE 2.0\n#define LAYOUT row\n#define WIDE 32\n")
        .contains("#define EVO_GEMM_TILE_M 32\n#define EVO_GEMM_PACK 1\n")
        .contains("#define EVO_GEMM_ENTRY gemm<32>\n");
    assertThat(RunDocument.summary(history, Optional.empty(), ZoneOffset.UTC).markdown())
        .contains("-DSCALE=2.0 -DLAYOUT=row -DWIDE=32 --fast\nentry: gemm<32>\n");
  }

  private static RunHistory braced(RunHistory history) {
    var macros =
        new WrittenMacros(
            Map.of(), Map.of("", List.of("gemm<{TILE_M}>", "-DWIDE={TILE_M}", "{PACK ? --fast}")));
    return Altered.of(history, "run.run.subject.macros", macros);
  }

  /** One problem as the format has it, which evo reads back as a recording. */
  @Test
  void t4_ofOneShape_hasItsTimesAlone() throws IOException {
    JsonNode all = JSON.readTree(new T4Results(HISTORY, Optional.empty()).json()).get("results");
    String text = new T4Results(HISTORY, Optional.of("small")).json();
    JsonNode small = JSON.readTree(text).get("results");
    assertThat(small.size()).isEqualTo(all.size());
    JsonNode first = small.get(0);
    double p50 = HISTORY.candidates().getFirst().measurement("small").orElseThrow().samples().p50();
    assertThat(first.get("measurements").get(0).get("value").asDouble())
        .isCloseTo(p50 / 1e6, within(1e-12));
    assertThat(first.get("times").get("runtimes").size()).isEqualTo(40);
    assertThat(all.get(0).get("times").get("runtimes").size()).isEqualTo(80);
    assertThat(text).contains("p50:small").doesNotContain("ragged");
    assertThat(RecordingReader.read(Files.writeString(folder.resolve("t4.json"), text)))
        .isNotNull();
  }
}

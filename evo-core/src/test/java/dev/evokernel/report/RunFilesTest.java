package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Subject;
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
  void evolutionLog_hasARowForEveryCandidateAndQuotesMessages() {
    String csv = new RunFiles.EvolutionLog(HISTORY).csv();
    assertThat(csv)
        .startsWith("number,generation,origin,TILE_M,SCALE,PACK,LAYOUT,outcome,reason,shape,")
        .contains("\r\n2,1,crossover,32,2.0,true,row,measured,,,,")
        .contains("rejected,wrong-result,ragged,\"C[7] is 1.5 instead of 2.5, \"\"far\"\" off\",")
        .contains("\"gemm.c:12: error: bad tile 12 | x = 1, y | 2;\",")
        .contains("\r\n5,2,random,32,2.0,true,column,lost,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,2,,\r\n");
    assertThat(csv.split("\r\n")).hasSize(6);
  }

  @Test
  void evolutionLog_ofAnExcludedCandidate_saysWhy() {
    var why = new Rejected(Rejection.WRONG_RESULT, "small", "C[3] is wrong");
    var flags =
        new FlaggedCandidates(
            List.of(new Exclusion(2, why, ExampleRun.START)), List.of(), List.of());
    var history =
        new RunHistory(
            HISTORY.run(),
            HISTORY.candidates(),
            HISTORY.finals(),
            List.of(),
            flags,
            List.of(),
            Optional.empty(),
            List.of(),
            List.of());
    assertThat(new RunFiles.EvolutionLog(history).csv())
        .contains("\r\n2,1,crossover,32,2.0,true,row,excluded,wrong-result,small,C[3] is wrong,");
  }

  @Test
  void bestJson_ofAnAcceptedChampion_holdsNumbersAndProvenance() {
    JsonNode json = JSON.readTree(new BestResult(HISTORY).json());
    assertThat(json.get("basis").asString()).isEqualTo("accepted");
    assertThat(json.get("candidate").asInt()).isEqualTo(2);
    assertThat(json.get("configuration").get("TILE_M").asInt()).isEqualTo(32);
    assertThat(json.get("best").get("shapes").size()).isEqualTo(2);
    assertThat(json.get("provenance").get("dirty").asBoolean()).isTrue();
    assertThat(json.get("reproduce").asString()).contains("./evo run --config");
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
  void files_ofAFinishedRun_holdTheDeviceOfTheFinals() {
    JsonNode shapes = JSON.readTree(new BestResult(HISTORY).json()).get("best").get("shapes");
    assertThat(shapes.get(0).get("device").isNull()).isTrue();
    assertThat(shapes.get(1).get("cache").asString()).isEqualTo("hot");
    assertThat(shapes.get(1).get("device").get("core_mhz").asDouble()).isEqualTo(1755);
    assertThat(shapes.get(1).get("device").get("throttles").get(1).asString())
        .isEqualTo("hardware-thermal");
    assertThat(RunDocument.summary(HISTORY, Optional.empty(), ZoneOffset.UTC).markdown())
        .contains("\n## Device state in the finals\n\n| shape |")
        .contains(
            "| ragged (M=131 N=77 K=59) | at least 1755 MHz, memory 3201 MHz, at most 612.5 W");
    assertThat(RunReports.of(HISTORY).text()).contains("\nDevice state in the finals\n");
    assertThat(RunReports.of(ExampleRun.interrupted()).text())
        .doesNotContain("Device state in the finals");
  }

  @Test
  void finalsLog_hasARowForEveryFinalistAndShape() {
    List<String> lines = new RunFiles.FinalsLog(HISTORY).csv().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.getFirst())
        .startsWith("candidate,role,shape,cache,samples,p50_ns,p90_ns,joules,speedup,low,high,")
        .endsWith(
            "core_mhz,memory_mhz,watts,celsius,load,cores,throttles,neighbours,shared,discarded");
    assertThat(lines.get(3))
        .startsWith("2,champion,ragged,hot,120,")
        .endsWith(",1755.0,3201.0,612.5,63.0,,,power-cap hardware-thermal,1,false,14");
    assertThat(lines.get(2)).startsWith("1,default,small,hot,120,").endsWith(",,,,,,,,,,,,false,0");
    assertThat(new RunFiles.FinalsLog(ExampleRun.interrupted()).csv().lines()).hasSize(1);
  }

  @Test
  void championHeader_hasAGuardAndADefineForEachParameter() {
    assertThat(RunHeaders.champion(HISTORY))
        .startsWith("/*\n * Candidate 2 is the champion")
        .contains(
            " * Compiler flags: -DTILE_M=32 -DSCALE=2.0 -DPACK=1 -DLAYOUT=row\n",
            "#ifndef EVO_GEMM_20261120_193205_CHAMPION_H\n",
            "#define EVO_GEMM_20261120_193205_CHAMPION_H\n\n")
        .contains("#define TILE_M 32\n#define SCALE 2.0\n#define PACK 1\n#define LAYOUT row\n")
        .endsWith("#endif\n");
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
    StoredRun stored = history.run();
    RunRecord run = stored.run();
    Subject subject = run.subject();
    var macros =
        new WrittenMacros(
            Map.of(), Map.of("", List.of("gemm<{TILE_M}>", "-DWIDE={TILE_M}", "{PACK ? --fast}")));
    var other =
        new Subject(
            subject.kernel(),
            subject.folder(),
            subject.sourceHash(),
            subject.backend(),
            subject.parameters(),
            subject.defaultConfiguration(),
            subject.workloads(),
            subject.arithmetic(),
            macros);
    var record =
        new RunRecord(
            run.id(),
            other,
            run.provenance(),
            run.job(),
            run.seed(),
            run.objective(),
            run.started());
    return Examples.history(
        new StoredRun(
            record,
            stored.status(),
            stored.finished(),
            stored.spent(),
            stored.timeBudget(),
            stored.ending()),
        history.candidates(),
        history.finals());
  }

  @Test
  void finalSummary_hasWhatAMorningNeeds() {
    assertThat(RunDocument.summary(HISTORY, Optional.empty(), ZoneOffset.UTC).markdown())
        .startsWith("# gemm on AMD EPYC, 2 cores\n")
        .contains("**Candidate 2 is the champion: 1.2")
        .contains("| small (M=128 N=128 K=128) | 101.4 µs |")
        .contains("| wrong-result | 1 |")
        .contains("3 min 1 s")
        .contains("busy 90.0 % of the time and waited for compilers 6.3 %.")
        .contains("|  | timing | 100.0 s | 55.2 % |")
        .contains("-DTILE_M=32 -DSCALE=2.0 -DPACK=1 -DLAYOUT=row")
        .contains("default: {\"TILE_M\":32,")
        .contains("./evo run --config");
  }

  @Test
  void files_ofARunWithTwoMetrics_holdItsFront() {
    var objective = new Objective(new Over.Worst(), List.of(Metric.TIME, Metric.ACCURACY));
    JsonNode json = JSON.readTree(new BestResult(ExampleRun.history(objective)).json());
    JsonNode t4 =
        JSON.readTree(new T4Results(ExampleRun.history(objective), Optional.empty()).json())
            .get("results");
    assertThat(t4.get(0).get("objectives").get(1).asString()).isEqualTo("accuracy");
    assertThat(t4.get(0).get("measurements").get(1).get("name").asString()).isEqualTo("accuracy");
    assertThat(t4.get(0).get("measurements").get(1).get("value").asDouble()).isEqualTo(0.5);
    assertThat(json.get("objective").get("over").asString()).isEqualTo("worst");
    assertThat(json.get("objective").get("minimise").get(1).asString()).isEqualTo("accuracy");
    JsonNode front = json.get("front");
    assertThat(front.size()).isEqualTo(1);
    assertThat(front.get(0).get("candidate").asInt()).isEqualTo(2);
    assertThat(front.get(0).get("time").asDouble()).isBetween(0.8, 0.9);
    assertThat(front.get(0).get("accuracy").asDouble()).isEqualTo(0.5);
    assertThat(front.get(0).get("shapes").get(1).get("joules").asDouble()).isEqualTo(0.011);
    assertThat(JSON.readTree(new BestResult(HISTORY).json()).get("front").isNull()).isTrue();
  }

  @Test
  void t4_usesTheSchemasNames() {
    JsonNode json = JSON.readTree(new T4Results(HISTORY, Optional.empty()).json());
    assertThat(json.get("schema_version").asString()).matches("[0-9]+\\.[0-9]+\\.[0-9]+");
    assertThat(json.get("metadata").get("timeunit").asString()).isEqualTo("milliseconds");
    assertThat(json.get("metadata").has("compute_api")).isFalse();
    JsonNode results = json.get("results");
    assertThat(results.size()).isEqualTo(4); // the fifth never ended
    JsonNode first = results.get(0);
    assertThat(first.propertyNames())
        .containsExactly(
            "timestamp",
            "configuration",
            "times",
            "invalidity",
            "correctness",
            "measurements",
            "objectives");
    assertThat(first.get("times").propertyNames())
        .containsExactly(
            "compilation_time", "runtimes", "framework", "search_algorithm", "validation");
    assertThat(first.get("times").get("compilation_time").asDouble()).isEqualTo(412);
    assertThat(first.get("times").get("runtimes").size()).isEqualTo(80);
    assertThat(first.get("invalidity").asString()).isEqualTo("correct");
    assertThat(first.get("correctness").asInt()).isEqualTo(1);
    assertThat(first.get("measurements").get(0).get("name").asString()).isEqualTo("time");
    assertThat(first.get("measurements").get(0).get("value").asDouble()).isBetween(0.06, 0.07);
    assertThat(first.get("measurements").valueStream().map(one -> one.get("name").asString()))
        .contains("energy:ragged")
        .doesNotContain("energy:small");
    assertThat(first.get("objectives").get(0).asString()).isEqualTo("time");
    assertThat(results.get(2).get("invalidity").asString()).isEqualTo("correctness");
    assertThat(results.get(3).get("invalidity").asString()).isEqualTo("compile");
    assertThat(results.get(3).get("correctness").asInt()).isZero();
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

package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.SeedingOptions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Prior;
import dev.evokernel.seeding.UnusableSuggestionsException;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.ResultStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SeedSourcesTest {

  private static final String DEVICE = "AMD EPYC, 2 cores";

  private static final String BEST =
      """
      {"schema": 1, "kernel": "gemm", "digest": "ab", "backend": "cpu",
       "device": {"name": "AMD EPYC, 2 cores"}, "command": "evo microbench kernels/gemm",
       "made": "2026-11-20T19:32:05Z", "evo": "0.1.0", "sampled": 100, "valid": 90,
       "correlation": {"rho": 0.8, "low": 0.6, "high": 0.9, "validated": 20},
       "best": [{"rank": 1, "cycles": 10.5, "score": 1.0,
                 "configuration": {"TILE_M": 16, "SCALE": 2.0, "PACK": true, "LAYOUT": "row"}},
                {"rank": 2, "cycles": 11.5, "score": 1.1, "configuration": {"TILE_M": 32}}]}
      """;

  private static final String KERNEL =
      """
      summary: A sum
      arguments: [{name: C, type: i32, dimensions: [M], output: true}]
      work: {flops: M, bytes: 4 * M}
      sources: [sum.c]
      entry: sum
      reference: {sources: [sum.c], entry: sum}
      parameters: {TILE_M: [16, 32, 64], SCALE: [0.5, 2.0], PACK: [false, true], LAYOUT: [row, column]}
      default: {TILE_M: 64, SCALE: 2.0, PACK: true, LAYOUT: row}
      shapes: {small: {M: 128}}
      backends: {cpu: {}}
      """;

  @TempDir private Path folder;
  private ResultStore store;

  @BeforeEach
  void open() {
    store = ResultStore.open(folder.resolve("results").resolve(ResultStore.FILE_NAME));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Kernel kernel() throws IOException {
    Path kernel = Files.createDirectories(folder.resolve("gemm"));
    Files.writeString(kernel.resolve("sum.c"), "");
    Files.writeString(kernel.resolve("kernel.yaml"), KERNEL);
    return KernelReader.read(kernel, "cpu");
  }

  private SeedSources.Found found(String seeding) throws IOException {
    Path file =
        Files.writeString(folder.resolve("evo.yaml"), "kernel: gemm\nseeding: " + seeding + "\n");
    return SeedSources.read(JobReader.read(file), kernel(), DEVICE, store);
  }

  @Test
  void read_ofAMicrobenchmark_takesItsBestInOrder() throws IOException {
    Files.writeString(folder.resolve("best.json"), BEST);
    SeedSources.Found found = found("{microbench: best.json}");
    assertThat(found.configurations())
        .extracting(InitialConfiguration::toString)
        .containsExactly(
            "InitialConfiguration[configuration=TILE_M=16 SCALE=2.0 PACK=true LAYOUT=row,"
                + " origin=microbench #1]",
            "InitialConfiguration[configuration=TILE_M=32, origin=microbench #2]");
    assertThat(found.news()).isEmpty();
    assertThat(found("{microbench: best.json, top: 1}").configurations()).hasSize(1);
  }

  @Test
  void read_ofTheUsualPlace_takesItOrSaysThatItIsEmpty() throws IOException {
    assertThat(found("{microbench: auto}").news())
        .singleElement()
        .asString()
        .contains("results/micro/gemm/micro_best.json yet", "evo microbench");
    Path place = Files.createDirectories(folder.resolve("results/micro/gemm"));
    Files.writeString(place.resolve("micro_best.json"), BEST);
    assertThat(found("{microbench: auto}").configurations()).hasSize(2);
  }

  @Test
  void read_ofAMicrobenchmarkWithoutKnownCorrelation_usesItWithAWarning() throws IOException {
    Files.writeString(
        folder.resolve("best.json"),
        BEST.replace("\"low\": 0.6", "\"low\": -0.1").replace("AMD EPYC, 2 cores", "NVIDIA L4"));
    SeedSources.Found found = found("{microbench: best.json}");
    assertThat(found.configurations()).hasSize(2);
    assertThat(found.news())
        .satisfiesExactly(
            device -> assertThat(device).contains("made on NVIDIA L4, but this is " + DEVICE),
            rank ->
                assertThat(rank)
                    .startsWith("warning: ")
                    .contains("rho 0.80 (-0.10 to 0.90)", "no better than random"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "schema": 1      | "schema": 2       | 'schema' is 2, but this evo reads 1
          "schema": 1,     |                   | 'schema' is missing
          "kernel": "gemm" | "kernel": "conv"  | is of conv for the backend 'cpu', but this is gemm
          "backend": "cpu" | "backend": "cuda" | is of gemm for the backend 'cuda'
          "best":          | "worst":          | 'best' lists no configuration
          "TILE_M": 16     | "TILE_M": []      | the value of 'TILE_M' is not a number
          "rho": 0.8       | "rho": "high"     | 'correlation.rho' is not a number
          {"schema"        | {schema           | is not valid JSON
          """)
  void read_ofABrokenMicrobenchmark_blamesTheLineOfTheJob(
      String old, String replacement, String message) throws IOException {
    Files.writeString(
        folder.resolve("best.json"), BEST.replace(old, replacement == null ? "" : replacement));
    assertThatThrownBy(() -> found("{microbench: best.json}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith(folder.resolve("evo.yaml") + ":2:23: ")
        .hasMessageContaining(message);
  }

  @Test
  void read_ofAMissingFile_blamesItsLine() {
    assertThatThrownBy(() -> found("{microbench: [auto, best.json]}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("evo.yaml:2:30: no file " + folder.resolve("best.json"));
    assertThatThrownBy(() -> found("{recordings: [best.json.gz]}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("evo.yaml:2:24: ")
        .hasMessageContaining("there is no such file");
  }

  @Test
  void read_ofARun_takesItsChampionAndThenItsBestWithoutTheDefault() throws IOException {
    ExampleRun.writeTo(store);
    store.record(ExampleRun.ID, ExampleRun.proposal(6, 16), ExampleRun.measured(70_000, 30_000));
    SeedSources.Found found = found("{runs: [latest]}");
    assertThat(found.configurations())
        .containsExactly(
            new InitialConfiguration(
                ExampleRun.configuration(32, "row"), "run " + ExampleRun.ID + "/2"),
            new InitialConfiguration(
                ExampleRun.configuration(16, "row"), "run " + ExampleRun.ID + "/6"));
    assertThat(found("{runs: [latest], top: 1}").configurations()).hasSize(1);
    assertThat(found("{runs: [latest/6]}").configurations())
        .containsExactly(
            new InitialConfiguration(
                ExampleRun.configuration(16, "row"), "run " + ExampleRun.ID + "/6"));
  }

  @Test
  void read_ofARunThatIsNone_blamesItsLine() {
    ExampleRun.writeTo(store);
    assertThatThrownBy(() -> found("{runs: [latest, unknown]}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("evo.yaml:2:26: no run 'unknown' in ")
        .hasMessageContaining("RUN/NUMBER for a candidate");
    assertThatThrownBy(() -> found("{runs: [latest/99]}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("has no candidate 99");
  }

  @Test
  void read_withoutAFile_blamesTheSourceItself() throws IOException {
    Kernel kernel = kernel();
    Path file = Files.writeString(folder.resolve("evo.yaml"), "kernel: gemm\n");
    Job read = JobReader.read(file);
    Job job = read.seededWith(read.seeding().withRun("unknown"));
    assertThatThrownBy(() -> SeedSources.read(job, kernel, DEVICE, store))
        .isInstanceOf(UnusableSuggestionsException.class)
        .hasMessageStartingWith("Cannot read initial configurations: no run in ");
  }

  @Test
  void withFile_tellsAMicrobenchmarkFromARecording() throws IOException {
    Path micro = Files.writeString(folder.resolve("any.json"), BEST);
    Path other = Files.writeString(folder.resolve("other.json"), "{\"cache\": {}}");
    SeedingOptions both = SeedingOptions.DEFAULT.withFile(micro).withFile(other);
    assertThat(both.microbench()).isEqualTo(List.of(micro));
    assertThat(both.recordings()).isEqualTo(List.of(other));
  }

  private Path prior(String kernel, String text) throws IOException {
    return Files.writeString(
        folder.resolve("prior.json"),
        """
        {"schema": 1, "kernel": "%s", "backend": "cpu", "priors": [{"source": "run a on b",
         "shapes": ["small"], "sizes": [{"M": 64}], "parameters": ["TILE_M"], "timed": %s}]}
        """
            .formatted(kernel, text));
  }

  @Test
  void read_priorOfAFile_isKnown() throws IOException {
    prior("gemm", "[[16, 3.5], [32, null]]");
    SeedSources.Found found = found("{prior: prior.json}");
    assertThat(found.configurations()).isEmpty();
    assertThat(found.known()).singleElement().extracting(Prior::source).isEqualTo("run a on b");
  }

  @Test
  void read_priorsThatShipWithTheKernel_areKnownUnlessNoneIsWanted() throws IOException {
    kernel();
    Path shipped = Files.createDirectories(folder.resolve("gemm/priors"));
    Files.move(prior("gemm", "[[16, 3.5]]"), shipped.resolve("one.json"));
    assertThat(found("{prior: nearest}").known()).hasSize(1);
    assertThat(found("{prior: shipped}").known()).hasSize(1);
    assertThat(found("{prior: none}").known()).isEmpty();
  }

  @Test
  void read_priorOfAnotherKernelOrAMissingOne_isAnErrorAtItsLine() throws IOException {
    prior("softmax", "[[16, 3.5]]");
    assertThatThrownBy(() -> found("{prior: prior.json}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("evo.yaml:2:")
        .hasMessageContaining("is of softmax for the backend 'cpu', but this is gemm for 'cpu'");
    assertThatThrownBy(() -> found("{prior: missing.json}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("evo.yaml:2:")
        .hasMessageContaining("no file")
        .hasMessageContaining("evo export RUN --as prior");
  }

  @Test
  void read_microbenchWithARanking_isKnown() throws IOException {
    Files.writeString(
        folder.resolve("micro_best.json"),
        BEST.replace(
            "\"best\":",
            "\"ranking\": [{\"configuration\": {\"TILE_M\": 16}, \"score\": 1.5}], \"best\":"));
    SeedSources.Found found = found("{microbench: micro_best.json}");
    assertThat(found.known()).singleElement().extracting(Prior::source).isEqualTo("microbench");
  }
}

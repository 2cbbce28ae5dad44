package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of a sum whose order is a parameter: the orders round differently. */
final class NumericsRunIT {

  private static final String KERNEL =
      """
      summary: Sums of rows
      NUMERICS
      tolerances: {f32: {absolute: 1e-3, relative: 1e-3}}
      work: {flops: M * N, bytes: 4 * M * N}
      arguments:
        - {name: X, type: f32, dimensions: [M, N], fill: normal}
        - {name: Y, type: f32, dimensions: [M], output: true}
        - {name: M, type: i32, value: M}
        - {name: N, type: i32, value: N}
      parameters: {SUMS: [1, 2, 4], UNROLL: [1, 2]}
      default: {SUMS: 1, UNROLL: 1}
      shapes: {even: {M: 64, N: 512}, odd: {M: 33, N: 129}}
      backends:
        cpu:
          sources: [sums.c]
          entry: sums
          flags: [-O2]
          reference: {sources: [reference.c], entry: sums_reference, flags: [-O2]}
      """;

  private static final String SOURCE =
      """
      #include <stdint.h>
      void sums(const float *X, float *Y, int32_t M, int32_t N) {
        for (int i = 0; i < M; i++) {
          float sum[SUMS] = {0}, all = 0;
          for (int j = 0; j < N * UNROLL / UNROLL; j++) sum[j % SUMS] += X[i * N + j];
          for (int s = 0; s < SUMS; s++) all += sum[s];
          Y[i] = all;
        }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void assumeCompiler() {
    Saxpy.assumeCompiler();
  }

  @Test
  void run_whoseKernelRequiresTheDefaultsBits_rejectsOthers() throws IOException {
    RunHistory history = run("numerics: {bits: default}");

    for (Candidate candidate : history.outlines()) {
      boolean inOrder = candidate.configuration().toString().contains("SUMS=1 ");
      assertThat(candidate.outcomeLabel())
          .as(candidate.configuration().toString())
          .isEqualTo(inOrder ? "measured" : "other-bits");
    }
    assertThat(history.outlines()).hasSize(6);
    assertThat(history.outlines().stream().flatMap(one -> one.rejected().stream()))
        .hasSize(4)
        .allMatch(rejected -> rejected.message().contains("of the tolerance"));
    assertThat(show()).contains("correct on every shape: 2, all with the default's bits.");
  }

  @Tag("full")
  @Test
  void run_ofAnyOtherKernel_countsTheClasses() throws IOException {
    RunHistory history = run("");

    assertThat(history.outlines()).allMatch(Candidate::isMeasured);
    assertThat(show()).contains("correct on every shape: 6, in 3 classes of bits;");
    Execution again =
        Execution.line(
            "compare latest/1 latest/2 --anew --processes 2 --shapes even --results " + results());
    assertThat(again.out())
        .as(again.err())
        .containsPattern("bits\\b")
        .containsPattern("equal|differ");
  }

  /** Only few rows are split, so a row's bits follow the number of rows unless SUMS is 1. */
  @Test
  void run_whoseRowsMayNotDependOnTheirNumber_rejectsWhatDoes() throws IOException {
    RunHistory history =
        run(
            KERNEL
                .replace("NUMERICS", "numerics: {bits: across_shapes, batch: M}")
                .replace("N: 512", "N: 129"),
            SOURCE.replace("sum[j % SUMS]", "sum[M < 40 ? j % SUMS : 0]"));

    for (Candidate candidate : history.outlines()) {
      boolean invariant = candidate.configuration().toString().contains("SUMS=1 ");
      assertThat(candidate.outcomeLabel())
          .as(candidate.configuration().toString())
          .isEqualTo(invariant ? "measured" : "other-bits");
    }
    assertThat(history.outlines().stream().flatMap(one -> one.rejected().stream()))
        .hasSize(4)
        .allMatch(
            rejected ->
                rejected
                    .message()
                    .matches(
                        "Row \\d+ of 'Y' has other bits on shape even \\(M=64 N=129\\) than on shape odd \\(M=33 N=129\\) .*depends on how many rows there are\\."));
  }

  @Test
  void run_whoseDefaultDependsOnTheShape_isRelativeToTheDefaultOfEach() throws IOException {
    RunHistory history =
        run(
            KERNEL
                .replace("NUMERICS", "")
                .replace("UNROLL: 1}", "UNROLL: 1}\ndefaults: {SUMS: 'M > 40 ? 1 : 2'}"),
            SOURCE);

    Candidate theDefault = history.defaultCandidate().orElseThrow();
    assertThat(theDefault.number()).isOne();
    assertThat(theDefault.configuration())
        .hasToString("SUMS=1 UNROLL=1, by shape: SUMS = M > 40 ? 1 : 2");
    assertThat(history.initialConfigurations())
        .extracting(initial -> initial.origin() + ": " + initial.configuration())
        .containsExactly("default on even: SUMS=1 UNROLL=1", "default on odd: SUMS=2 UNROLL=1");
    Candidate odd = history.candidate(3).orElseThrow();
    assertThat(odd.measurement("odd").orElseThrow().bits())
        .isEqualTo(theDefault.measurement("odd").orElseThrow().bits());
    assertThat(odd.measurement("even").orElseThrow().bits())
        .isNotEqualTo(theDefault.measurement("even").orElseThrow().bits());
    assertThat(show()).contains("default");
    Execution first = Execution.of("show", "latest/1", "--results", results());
    assertThat(first.out()).containsPattern("flags on odd +-DSUMS=2 -DUNROLL=1");
  }

  private String show() {
    Execution shown = Execution.of("show", "latest", "--results", results());
    assertThat(shown.code()).as(shown.err()).isZero();
    return shown.out().replaceAll("\\s+", " ");
  }

  private String results() {
    return folder.resolve("results").toString();
  }

  private RunHistory run(String numerics) throws IOException {
    return run(KERNEL.replace("NUMERICS", numerics), SOURCE);
  }

  private RunHistory run(String description, String source) throws IOException {
    Path kernel = Files.createDirectories(folder.resolve("sums"));
    Files.writeString(kernel.resolve("kernel.yaml"), description);
    Files.writeString(kernel.resolve("sums.c"), source);
    Files.writeString(
        kernel.resolve("reference.c"),
        SOURCE
            .replace("sums(", "sums_reference(")
            .replace("SUMS", "1")
            .replace(" * UNROLL / UNROLL", ""));
    Path job = folder.resolve("evo.yaml");
    Files.writeString(
        job,
        """
        kernel: sums
        device: cpu
        budget: {evaluations: 6}
        search: {seed: 3}
        gate: {input_sets: 2, sanitizer: never}
        sampling: {samples: {least: 5, most: 5}, seconds: {least: 0.001, most: 0.01}}
        drift: {every: 0, recovery: 90000%}
        finals: {rounds: 5, processes: 2, baselines: never}
        """);
    Execution run = Execution.of("run", "--config", job.toString(), "--results", results());
    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
    try (ResultStore store = ResultStore.open(Path.of(results()).resolve("evo.db"))) {
      return store.history(store.run("latest").id());
    }
  }
}

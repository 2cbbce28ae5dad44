package dev.evokernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import module java.base;

import dev.evokernel.config.Job.BaselineUse;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.measure.FixedCount;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.measure.StableNoise;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchSettings.Patience;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec.Timeouts;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.Budget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobReaderTest {

  private static final String GOOD =
      """
      kernel: gemm
      device: auto
      shapes: [small, ragged]
      budget: {wall: 3m, evaluations: 20000}
      search: {population: 32, seed: 42}
      seeding: {configurations: [{TILE_M: 32}]}
      objective: {minimise: time, over: geomean}
      accept: {speedup: 1.03, shapes: 2, p90: not-worse}
      gate: {input_sets: 2}
      timeout: {compile: 60s, evaluation: 30s}
      sampling: {stop: stable-noise, deviation: 0.01, cache: cold}
      results: results
      cache: {size: 10GiB}
      metrics: {prometheus: 9464}
      """;

  private static final String KERNEL =
      """
      summary: A sum
      arguments: [{name: C, type: i32, dimensions: [M], output: true}]
      work: {flops: M, bytes: 4 * M}
      sources: [sum.c]
      entry: sum
      reference: {sources: [sum.c], entry: sum}
      parameters: {TILE_M: [16, 32, 64], ROWS: [2, 4]}
      default: {TILE_M: 64, ROWS: 4}
      constraints: [{require: TILE_M // ROWS >= 8, because: a tile has eight steps}]
      shapes: {small: {M: 128}, ragged: {M: 77}}
      backends: {cpu: {}}
      """;

  @TempDir Path folder;

  private Path written(String evoYaml) throws IOException {
    return Files.writeString(folder.resolve("evo.yaml"), evoYaml);
  }

  private Kernel kernel() throws IOException {
    Path kernel = Files.createDirectories(folder.resolve("gemm"));
    Files.writeString(kernel.resolve("sum.c"), "");
    Files.writeString(kernel.resolve("kernel.yaml"), KERNEL);
    return KernelReader.read(kernel, "cpu");
  }

  @Test
  void resolve_configurationOfAnotherProgramsFile_isRefusedAtItsPlaceThere() throws IOException {
    Path other =
        Files.writeString(
            folder.resolve("A=1,B=2.json"),
            """
            {
              "1": {"TILE_M": 16, "ROWS": 2},
              "8": {
                "TILE_M": 32,
                "ROWS": 8,
                "waves": 0
              }
            }
            """);
    List<Map<String, Value>> listed =
        List.of(
            Map.of("TILE_M", Value.of(16), "ROWS", Value.of(2)),
            Map.of("TILE_M", Value.of(32), "ROWS", Value.of(8), "waves", Value.of(0)),
            Map.of("block_0", Value.of(7)));
    Job job = JobReader.read(written(GOOD));
    Job seeded =
        job.seededWith(SeedingOptions.DEFAULT.withConfigurations(listed, other.toString()));
    assertThatThrownBy(() -> seeded.on(kernel()))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContainingAll(
            other + ": the kernel 'gemm' has no parameter 'block_0'",
            other + ":5:13: ROWS has no value '8'",
            other + ":6:5: the kernel 'gemm' has no parameter 'waves'");
  }

  @Test
  void read_ofFullFile_hasEverything() throws IOException {
    Path file = written(GOOD);
    assertThat(JobReader.read(file))
        .isEqualTo(
            new Job(
                JobFile.ofText(file, "{}"),
                new Job.Subject(
                    folder.resolve("gemm/kernel.yaml"),
                    "auto",
                    List.of("small", "ragged"),
                    Objective.DEFAULT,
                    List.of(),
                    List.of()),
                new Budget(Duration.ofMinutes(3), 20000),
                SearchOptions.DEFAULT,
                new SeedingOptions(
                    List.of(new SeedingOptions.Listed(Map.of("TILE_M", Value.of(32)), "")),
                    List.of(),
                    List.of(),
                    List.of(),
                    0,
                    SeedingOptions.NEAREST,
                    3),
                new EvaluationSpec(
                    VerificationSettings.DEFAULT,
                    SamplingSettings.DEFAULT.until(new StableNoise(0.01)).from(CacheState.COLD),
                    DriftSettings.DEFAULT,
                    new Timeouts(Duration.ofSeconds(60), Duration.ofSeconds(30))),
                new Job.Finals(
                    new AcceptanceRule(1.03, 2, AcceptanceRule.Tail.NOT_WORSE),
                    BaselineUse.AUTO,
                    60,
                    8),
                new Job.Output(
                    folder.resolve("results"), 10L << 30, OptionalInt.of(9464), Notify.NONE)));
  }

  @Test
  void read_ofFinalsWithoutBaselines_saysSo() throws IOException {
    Job job = JobReader.read(written("kernel: gemm\nfinals: {baselines: never}\n"));
    assertThat(job.finals().baselines()).isEqualTo(BaselineUse.NEVER);
    assertThat(job.finals().rounds()).isEqualTo(60);
  }

  @Test
  void read_ofStricterVerification_saysSo() throws IOException {
    Job job =
        JobReader.read(
            written(
                """
                kernel: gemm/kernel.yaml
                gate: {fuzz: 4, sanitizer: finalists}
                drift: {every: 50, margin: 2.5%, recovery: 300%}
                """));
    assertThat(job.evaluation().verification())
        .isEqualTo(new VerificationSettings(2, 4, VerificationSettings.Sanitizing.FINALISTS));
    assertThat(job.evaluation().drift())
        .isEqualTo(new DriftSettings(50, OptionalDouble.of(0.025), OptionalDouble.of(3)));
  }

  @Test
  void stop_withPatience_isRead() throws IOException {
    Job job = JobReader.read(written("kernel: gemm\nstop: {patience: 1%, proposals: 30}\n"));
    assertThat(job.search().patience()).isEqualTo(new Patience(0.01, 30));
    Job without = JobReader.read(written("kernel: gemm\nstop: {patience: never}\n"));
    assertThat(without.search().patience()).isEqualTo(Patience.NEVER_ENDS);
    Job decided = JobReader.read(written("kernel: gemm\nstop: decided\n"));
    assertThat(decided.search().patience()).isEqualTo(Patience.DECIDED);
  }

  @Test
  void stop_withPatienceForAFront_saysWhereAndWhy() throws IOException {
    Path file =
        written("kernel: gemm\nobjective: {minimise: [time, energy]}\nstop: {patience: 1%}\n");
    assertThatThrownBy(() -> JobReader.read(file))
        .hasMessage(
            """
            FILE:3:18: 'patience' needs an objective of one metric
              stop: {patience: 1%}
                               ^^
              A Pareto front has no single best to improve on. Write 'patience: never', or minimise one metric.\
            """
                .replace("FILE", file.toString()));
  }

  @Test
  void stop_withPatienceThatIsNoShare_saysWhere() throws IOException {
    Path none = written("kernel: gemm\nstop: {patience: 0%}\n");
    assertThatThrownBy(() -> JobReader.read(none))
        .hasMessageContaining(":2:18: 'patience' must be above 0% and below 100%, was 0%");
    Path word = written("kernel: gemm\nstop: {patience: little}\n");
    assertThatThrownBy(() -> JobReader.read(word)).hasMessageContaining(":2:18: ");
  }

  @Test
  void read_ofKernelAlone_fillsInTheDefaults() throws IOException {
    Job job = JobReader.read(written("kernel: gemm/kernel.yaml"));
    assertThat(job.kernel()).isEqualTo(folder.resolve("gemm/kernel.yaml"));
    assertThat(job.device()).isEqualTo("auto");
    assertThat(job.shapes()).isEmpty();
    assertThat(job.budget()).isEqualTo(new Budget(Duration.ofMinutes(3), Budget.UNLIMITED));
    assertThat(job.search()).isEqualTo(SearchOptions.DEFAULT);
    assertThat(job.seeding()).isEqualTo(SeedingOptions.DEFAULT);
    assertThat(job.objective()).isEqualTo(Objective.DEFAULT);
    assertThat(job.finals().acceptance()).isEqualTo(AcceptanceRule.DEFAULT);
    assertThat(job.evaluation().verification()).isEqualTo(VerificationSettings.DEFAULT);
    assertThat(job.evaluation().drift()).isEqualTo(DriftSettings.DEFAULT);
    assertThat(job.evaluation().timeouts()).isEqualTo(Timeouts.DEFAULT);
    assertThat(job.evaluation().sampling()).isEqualTo(SamplingSettings.DEFAULT);
    assertThat(job.results()).isEqualTo(folder.resolve("results"));
    assertThat(job.output().cacheBytes()).isEqualTo(4L << 30);
    assertThat(job.output().prometheus()).isEmpty();
  }

  @Test
  void read_ofEvaluationsAlone_hasNoWall() throws IOException {
    Budget budget = JobReader.read(written("kernel: k\nbudget: {evaluations: 10}")).budget();
    assertThat(budget).isEqualTo(new Budget(Budget.FOREVER, 10));
    assertThat(budget.hasWall()).isFalse();
    assertThat(budget.hasEvaluations()).isTrue();
    assertThat(budget.wall().toNanos()).isPositive();
  }

  private SamplingSettings sampling(String section) throws IOException {
    return JobReader.read(written("kernel: k\nsampling: " + section)).evaluation().sampling();
  }

  @Test
  void read_ofFixedCount_boundsTheSamplesByIt() throws IOException {
    assertThat(sampling("{stop: count, count: 7, race: 0}"))
        .isEqualTo(
            SamplingSettings.DEFAULT
                .until(new FixedCount(7))
                .racing(Race.OFF)
                .between(7, 7)
                .between(Duration.ZERO, Duration.ofSeconds(15)));
  }

  @Test
  void read_ofOneBoundOfTwo_movesTheOtherOutOfItsWay() throws IOException {
    assertThat(sampling("{samples: {most: 5}, seconds: {most: 0.01}}"))
        .isEqualTo(
            SamplingSettings.DEFAULT
                .between(5, 5)
                .between(Duration.ofMillis(10), Duration.ofMillis(10)));
    assertThat(sampling("{samples: {least: 500}, seconds: {least: 2}}"))
        .isEqualTo(
            SamplingSettings.DEFAULT
                .between(500, 500)
                .between(Duration.ofSeconds(2), Duration.ofSeconds(2)));
  }

  @Test
  void shapes_ofJobWithoutAny_areTheKernels() throws IOException {
    Kernel kernel = kernel();
    assertThat(JobReader.read(written("kernel: gemm")).on(kernel).shapes())
        .isEqualTo(kernel.shapes());
  }

  @Test
  void shapes_ofJob_areInItsOrder() throws IOException {
    Job job = JobReader.read(written("kernel: gemm\nshapes: [ragged, small]"));
    assertThat(job.on(kernel()).shapes())
        .extracting(Shape::name)
        .containsExactly("ragged", "small");
  }

  @Test
  void read_isolate_saysThatCandidatesAlwaysHaveTheirOwnProcess() throws IOException {
    Path file = written("kernel: gemm\ngate: {isolate: true}");
    assertThatThrownBy(() -> JobReader.read(file))
        .hasMessageContaining(":2:8: unknown key 'isolate'")
        .hasMessageContaining(
            "Remove 'isolate': a candidate of the CPU always runs in a process of its own.");
  }

  @Test
  void shapes_withUnknownName_saysWhichThereAre() throws IOException {
    Job job = JobReader.read(written("kernel: gemm\nshapes: [small, raged]"));
    Kernel kernel = kernel();
    assertThatThrownBy(() -> job.on(kernel))
        .hasMessage(
            job.file()
                + """
                :2:17: the kernel 'gemm' has no shape 'raged'
                  shapes: [small, raged]
                                  ^^^^^
                  Maybe 'ragged'?\
                """);
  }

  @Test
  void objective_withTwoMetricsAndWeights_hasThemAll() throws IOException {
    Job job =
        JobReader.read(
            written(
                "kernel: gemm\n"
                    + "objective: {minimise: [accuracy, time], over: {small: 2, ragged: 0.5}}"));
    assertThat(job.objective())
        .isEqualTo(
            new Objective(
                new Over.Weighted(Map.of("small", 2.0, "ragged", 0.5)),
                List.of(Metric.TIME, Metric.ACCURACY)));
  }

  @Test
  void objective_withWeightsForOtherShapes_saysWhich() throws IOException {
    Job job = JobReader.read(written("kernel: gemm\nobjective: {over: {small: 2, raged: 1}}\n"));
    Kernel kernel = kernel();
    assertThatThrownBy(() -> job.on(kernel))
        .hasMessage(
            """
            FILE:2:19: the shape 'ragged' has no weight
              objective: {over: {small: 2, raged: 1}}
                                ^
              Give a weight to each of small, ragged, or remove shapes.
            FILE:2:30: the job has no shape 'raged'
              objective: {over: {small: 2, raged: 1}}
                                           ^^^^^
              Maybe 'ragged'?\
            """
                .replace("FILE", job.file().toString()));
  }

  @Test
  void initial_ofPartialConfiguration_isCompletedFromTheDefault() throws IOException {
    Job job = JobReader.read(written(GOOD));
    assertThat(job.on(kernel()).initial())
        .singleElement()
        .extracting(InitialConfiguration::configuration)
        .hasToString("TILE_M=32 ROWS=4");
  }

  @Test
  void seeding_thatSaysEverything_isReadWithPathsBesideTheFile() throws IOException {
    Job job =
        JobReader.read(
            written(
                """
                kernel: gemm
                seeding:
                  microbench: [auto, micro/best.json]
                  runs: [latest, gemm-1/2]
                  recordings: [../a100.json.gz]
                  prior: none
                  top: 3
                """));
    assertThat(job.seeding())
        .isEqualTo(
            new SeedingOptions(
                List.of(),
                List.of("latest", "gemm-1/2"),
                List.of(Path.of("auto"), folder.resolve("micro/best.json")),
                List.of(folder.resolve("../a100.json.gz").normalize()),
                0,
                SeedingOptions.NONE,
                3));
    assertThat(job.onKernel(folder).seeding())
        .isEqualTo(
            new SeedingOptions(
                List.of(),
                List.of(),
                List.of(Path.of("auto")),
                List.of(),
                0,
                SeedingOptions.NONE,
                3));
  }

  @Test
  void initial_withMistakes_areAllLocated() throws IOException {
    Job job =
        JobReader.read(
            written(
                """
                kernel: gemm
                seeding:
                  configurations:
                    - {TILE_N: 32}
                    - {TILE_M: 33}
                    - {TILE_M: 16}
                """));
    Kernel kernel = kernel();
    assertThatThrownBy(() -> job.on(kernel))
        .hasMessage(
            """
            FILE:4:8: the kernel 'gemm' has no parameter 'TILE_N'
                  - {TILE_N: 32}
                     ^^^^^^
              Maybe 'TILE_M'?
            FILE:5:16: TILE_M has no value '33'
                  - {TILE_M: 33}
                             ^^
              Its values: 16, 32, 64.
            FILE:6:7: this configuration violates 'TILE_M // ROWS >= 8' on shape 'small'
                  - {TILE_M: 16}
                    ^
              Because a tile has eight steps. With the default's values filled in: TILE_M=16 ROWS=4.\
            """
                .replace("FILE", job.file().toString()));
  }

  /** Lines of the good file after "- ", what stands there instead after "+ ", and the message. */
  record Case(String old, String replacement, String message) {
    static Case of(String block) {
      String[] lines = block.split("\n", 3);
      return new Case(lines[0].substring(2), lines[1].substring(2), lines[2].stripTrailing());
    }

    @Override
    public String toString() {
      return message.lines().findFirst().orElse("");
    }
  }

  static Stream<Case> cases() throws IOException {
    try (InputStream stream = JobReaderTest.class.getResourceAsStream("bad.txt")) {
      byte[] text = Objects.requireNonNull(stream).readAllBytes();
      return Arrays.stream(new String(text, StandardCharsets.UTF_8).split("====\n", -1))
          .map(Case::of);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void read_ofBadFile_saysWhatWhereAndHowToMendIt(Case bad) throws IOException {
    assertThat(GOOD).contains(bad.old());
    Path file = written(GOOD.replace(bad.old(), bad.replacement()));
    var e = catchThrowableOfType(InvalidFileException.class, () -> JobReader.read(file));
    assertThat(e).as("no exception").isNotNull();
    assertThat(String.valueOf(e.getMessage()).replace(folder + "/", "")).isEqualTo(bad.message());
  }
}

package dev.evokernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job.BaselineUse;
import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Altered;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.measure.Entropy;
import dev.evokernel.measure.FixedCount;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.RelativeDeviation;
import dev.evokernel.measure.RelativeError;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.measure.StableNoise;
import dev.evokernel.measure.StoppingRule;
import dev.evokernel.search.SearchSettings.Patience;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec.Timeouts;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Budget;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class JobTextTest {

  @TempDir Path folder;
  private Path file;

  private Objective objective =
      new Objective(new Over.Worst(), List.of(Metric.TIME, Metric.ACCURACY));

  @BeforeEach
  void nameFile() {
    file = folder.resolve("evo.yaml");
  }

  private Job job(List<String> shapes, Budget budget, List<Map<String, Value>> configurations) {
    return new Job(
        JobFile.ofText(file, "{}"),
        new Job.Subject(
            folder.resolve("gemm/kernel.yaml"), "cuda:1", shapes, objective, List.of(), List.of()),
        budget,
        new SearchOptions(
            17,
            -4_000_000_000L,
            OptionalInt.of(5),
            new Patience(0, 30),
            SearchOptions.Goal.CHAMPION,
            new PortfolioSettings(0.005, 3)),
        new SeedingOptions(
            configurations.stream().map(values -> new SeedingOptions.Listed(values, "")).toList(),
            List.of("latest", "gemm-20261120-193205/4"),
            List.of(SeedingOptions.USUAL_PLACE, folder.resolve("micro best.json")),
            List.of(folder.resolve("a100.json.gz")),
            6,
            SeedingOptions.NONE,
            3),
        new EvaluationSpec(
            new VerificationSettings(5, 3, VerificationSettings.Sanitizing.FINALISTS),
            SamplingSettings.DEFAULT.from(CacheState.COLD).racing(new Race(1e-7, 0.02)),
            new DriftSettings(50, OptionalDouble.of(0.025), OptionalDouble.empty()),
            new Timeouts(Duration.ofSeconds(61), Duration.ofSeconds(3700))),
        new Job.Finals(
            new AcceptanceRule(1.125, 3, AcceptanceRule.Tail.ANY), BaselineUse.NEVER, 25, 3),
        new Job.Output(
            folder.resolve("out"),
            Sizes.parse("1500MiB"),
            OptionalInt.of(9464),
            new Notify(
                List.of("sh", "-c", "cat: \"it\""), Optional.of("http://127.0.0.1:8080/evo"))));
  }

  private Job readBack(Job job, Path kernel, Path results) {
    job.write(kernel, results, file);
    return JobReader.read(file);
  }

  @Test
  void write_ofJobThatSaysEverything_readsBackEqual() {
    var seed = new LinkedHashMap<String, Value>();
    seed.put("TILE_M", Value.of(32));
    seed.put("SCALE", Value.of(0.5));
    seed.put("PACK", Value.of(true));
    seed.put("LAYOUT", Value.of("row"));
    Job job =
        job(
            List.of("small", "ragged"),
            new Budget(Duration.ofSeconds(93_784), 20_000),
            List.of(seed, Map.of("TILE_M", Value.of(-8))));
    assertThat(readBack(job, Path.of("gemm"), Path.of("out"))).isEqualTo(job);
  }

  @Test
  void write_ofDefaults_readsBackEqual() {
    Job job =
        new Job(
            JobFile.ofText(file, "{}"),
            new Job.Subject(
                folder.resolve("gemm/kernel.yaml"),
                "auto",
                List.of(),
                Objective.DEFAULT,
                List.of(),
                List.of()),
            Budget.DEFAULT,
            SearchOptions.DEFAULT,
            SeedingOptions.DEFAULT,
            EvaluationSpec.DEFAULT,
            Job.Finals.DEFAULT,
            new Job.Output(folder.resolve("results"), 4L << 30, OptionalInt.empty(), Notify.NONE));
    assertThat(readBack(job, Path.of("gemm"), Path.of("results"))).isEqualTo(job);
  }

  static Stream<StoppingRule> rules() {
    return Stream.of(
        new RelativeError(1e-5),
        new RelativeDeviation(0.25),
        new StableNoise(0.005),
        new Entropy(3),
        new FixedCount(42));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void text_ofEachRule_readsBackEqual(StoppingRule rule) throws IOException {
    SamplingSettings settings =
        SamplingSettings.DEFAULT
            .until(rule)
            .between(10, rule instanceof FixedCount(int count) ? count : 5000)
            .between(Duration.ofNanos(1_500_000), Duration.ofSeconds(7))
            .withEnergy(rule instanceof Entropy);
    Job usual = job(List.of(), Budget.DEFAULT, List.of());
    Job job =
        Altered.of(
            usual,
            "evaluation",
            new EvaluationSpec(
                VerificationSettings.DEFAULT, settings, DriftSettings.DEFAULT, Timeouts.DEFAULT));
    assertThat(readBack(job, Path.of("gemm"), Path.of("out"))).isEqualTo(job);
  }

  @Test
  void write_ofWhatTheMachineDecides_leavesItOpen() {
    Job job = job(List.of(), Budget.DEFAULT, List.of()).searching(SearchOptions.DEFAULT);
    assertThat(job.text(Path.of("gemm"), Path.of("out"))).contains("in_flight: auto, for: auto}");
    assertThat(readBack(job, Path.of("gemm"), Path.of("out"))).isEqualTo(job);
    assertThat(job.search().settings(30).inFlight()).isEqualTo(30);
    assertThat(job.search().withInFlight(7).settings(30).inFlight()).isEqualTo(7);
  }

  @Test
  void write_ofWeights_readsBackEqual() {
    var weights = new LinkedHashMap<String, Double>();
    weights.put("small: 1", 2.0);
    weights.put("ragged", 0.1);
    objective = new Objective(new Over.Weighted(weights), List.of(Metric.ENERGY));
    Job job = job(List.of(), Budget.DEFAULT, List.of());
    assertThat(readBack(job, Path.of("gemm"), Path.of("out"))).isEqualTo(job);
    assertThat(job.onKernel(folder).subject().objective())
        .isEqualTo(new Objective(new Over.Geomean(), List.of(Metric.ENERGY)));
  }

  @Test
  void of_jobWithPatience_writesItsShare() {
    Job patient =
        job(List.of(), Budget.DEFAULT, List.of())
            .searching(SearchOptions.DEFAULT.with(new Patience(0.005, Patience.PROPOSALS)));
    assertThat(patient.text(Path.of("kernel"), Path.of("..")))
        .contains("\nstop: {patience: 0.5%, proposals: 50}\n");
  }

  @Test
  void write_ofBudgetsWithOneLimit_readsBackEqual() {
    Job wall = job(List.of(), new Budget(Duration.ofHours(8), Budget.UNLIMITED), List.of());
    assertThat(readBack(wall, Path.of("gemm"), Path.of("out"))).isEqualTo(wall);
    Job evaluations = job(List.of(), new Budget(Budget.FOREVER, 7), List.of());
    assertThat(readBack(evaluations, Path.of("gemm"), Path.of("out"))).isEqualTo(evaluations);
  }

  @Test
  void write_ofWordsThatLookLikeSomethingElse_keepsThemWords() {
    var seed = new LinkedHashMap<String, Value>();
    for (String word : List.of("true", "null", "42", "1e3", "0x10", "no", "~", "a: b", "#c", "")) {
      seed.put("P" + seed.size(), Value.of(word));
    }
    Job job = job(List.of("128", "yes", "small-1.5"), Budget.DEFAULT, List.of(seed));
    assertThat(readBack(job, Path.of("gemm"), Path.of("out"))).isEqualTo(job);
  }

  @Test
  void write_ofPathsWithSpacesAndQuotes_readsBackEqual() {
    Job job = job(List.of(), Budget.DEFAULT, List.of());
    Job read = readBack(job, Path.of("my \"best\" kernels/#1: gemm"), Path.of("../out: 1"));
    assertThat(read.kernel()).isEqualTo(folder.resolve("my \"best\" kernels/#1: gemm/kernel.yaml"));
    assertThat(read.results()).isEqualTo(folder.resolveSibling("out: 1"));
  }

  @Test
  void write_whereNothingCanBeWritten_saysSo() {
    Job job = job(List.of(), Budget.DEFAULT, List.of());
    Path nowhere = folder.resolve("missing/evo.yaml");
    assertThatThrownBy(() -> job.write(Path.of("gemm"), Path.of("out"), nowhere))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("Cannot write " + nowhere);
  }

  @Test
  void onKernel_dropsWhatOnlyTheOldKernelKnows() {
    Job job =
        job(List.of("small"), Budget.DEFAULT, List.of(Map.of("TILE_M", Value.of(32))))
            .onKernel(folder.resolve("attention"));
    assertThat(job.kernel()).isEqualTo(folder.resolve("attention/kernel.yaml"));
    assertThat(job.shapes()).isEmpty();
    assertThat(job.seeding().configurations()).isEmpty();
    assertThat(job.onKernel(folder.resolve("a/kernel.yaml")).kernel())
        .isEqualTo(folder.resolve("a/kernel.yaml"));
  }

  @Test
  void text_ofSomeVariants_saysWhich() throws IOException {
    Job job = job(List.of(), new Budget(Duration.ofSeconds(90), 5), List.of());
    assertThat(job.variants()).isEmpty();
    Job narrowed = job.choosing(List.of("ampere", "hopper"));
    String text = narrowed.text(Path.of("kernels/gemm"), Path.of("results"));
    assertThat(text).contains("variant: [\"ampere\", \"hopper\"]\n");
    Path one =
        Files.writeString(folder.resolve("evo.yaml"), "kernel: kernels/gemm\nvariant: hopper\n");
    assertThat(JobReader.read(one).variants()).containsExactly("hopper");
    assertThat(JobReader.read(one).onShapes(List.of("odd")).variants()).containsExactly("hopper");
  }

  @Test
  void text_isTheShortestForm() {
    assertThat(
            job(List.of("small"), new Budget(Duration.ofSeconds(90), 5), List.of())
                .text(Path.of("kernels/gemm"), Path.of("results")))
        .isEqualTo(
            """
            kernel: "kernels/gemm"
            device: "cuda:1"
            shapes: ["small"]
            budget: {wall: 1m30s, evaluations: 5}
            search: {population: 17, seed: -4000000000, in_flight: 5, for: champion}
            portfolio: {within: 0.5%, at_most: 3}
            stop: {patience: never, proposals: 30}
            seeding: {top: 3, prior: none, hardware: 6, microbench: ["auto", "FOLDER/micro best.json"], recordings: ["FOLDER/a100.json.gz"], runs: ["latest", "gemm-20261120-193205/4"]}
            objective: {minimise: [time, accuracy], over: "worst"}
            accept: {speedup: 1.125, shapes: 3, p90: any}
            gate: {input_sets: 5, fuzz: 3, sanitizer: finalists}
            sampling: {stop: error, error: 0.004, samples: {least: 10, most: 200}, seconds: {least: 0.01, most: 0.08}, cache: cold, race: 0.0000001}
            drift: {every: 50, margin: 2.5%, recovery: auto}
            timeout: {compile: 1m1s, evaluation: 1h1m40s}
            finals: {baselines: never, rounds: 25, processes: 3}
            results: "results"
            cache: {size: 1500MiB}
            metrics: {prometheus: 9464}
            notify: {command: ["sh", "-c", "cat: \\"it\\""], webhook: "http://127.0.0.1:8080/evo"}
            """
                .replace("FOLDER", folder.toString()));
    assertThat(Files.exists(file)).isFalse();
  }
}

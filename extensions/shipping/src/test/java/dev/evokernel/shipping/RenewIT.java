package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.cli.Execution;
import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a real run: written, gated, and renewed after the kernel changed. */
@Tag("full")
final class RenewIT {

  private static final Path RESOURCES =
      Path.of("../extensions/shipping/src/test/resources/dev/evokernel/shipping/moe")
          .toAbsolutePath()
          .normalize();

  /** One run serves all tests. */
  @TempDir static Path results;

  @TempDir Path folder;

  private Path kernel = Path.of("");

  @BeforeAll
  static void run() throws IOException {
    Saxpy.assumeCompiler();
    Path job = results.resolve("evo.yaml");
    Files.writeString(
        job,
        """
        kernel: %s
        device: cpu
        budget: {evaluations: 6}
        search: {seed: 3, for: champion}
        gate: {input_sets: 1, sanitizer: never}
        sampling: {samples: {least: 5, most: 20}, seconds: {least: 0.002, most: 0.02}}
        drift: {every: 0, recovery: 90000%%}
        accept: {speedup: 1.03, shapes: 1, p90: any}
        finals: {rounds: 20, processes: 3, baselines: never}
        """
            .formatted(RESOURCES));
    Execution run =
        Execution.of("run", "--config", job.toString(), "--results", results.toString());
    assertThat(run.code()).as(run.out() + run.err()).isZero();
  }

  @BeforeEach
  void copy() throws IOException {
    kernel = Files.createDirectories(folder.resolve("moe"));
    for (String file : List.of("kernel.yaml", "sums.c", "reference.c")) {
      Files.copy(RESOURCES.resolve(file), kernel.resolve(file));
    }
  }

  private Path exported(String format) {
    Execution export = on("export", "--as", format, "--out", folder.toString());
    assertThat(export.code()).as(export.err()).isZero();
    return Path.of(export.out().lines().findFirst().orElseThrow());
  }

  private static Execution on(String... words) {
    return Execution.of(
        Stream.concat(Stream.of(words), Stream.of("--results", results.toString()))
            .toArray(String[]::new));
  }

  private void change(String file, String from, String to) throws IOException {
    String text = Files.readString(kernel.resolve(file));
    assertThat(text).contains(from);
    Files.writeString(kernel.resolve(file), text.replace(from, to));
  }

  private Execution gate(Path file) {
    return on("gate", kernel.toString(), "--file", file.toString(), "--processes", "3");
  }

  private Execution renew(Path file, String... more) {
    return on(
        Stream.concat(
                Stream.of(
                    "renew", file.toString(), "--kernel", kernel.toString(), "--processes", "3"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void gate_ofAFile_holdsUntilAConfigurationIsWrong() throws IOException {
    Path file = exported("vllm-moe");
    Execution held = gate(file);
    assertThat(held.code()).as(held.out() + held.err()).isZero();
    assertThat(held.out()).contains("Every bucket holds", "Measured with what the file");

    change("sums.c", "Y[i] = all", "Y[i] = BLOCK_SIZE_N > 1 ? all + 9 : all");
    Execution failed = gate(file);
    assertThat(failed.code()).as(failed.out() + failed.err()).isEqualTo(1);
    assertThat(failed.out())
        .contains("2 of 2 buckets no longer hold", "wrong-result", "Changed since:  source");
  }

  @Test
  void renew_afterTheConfigurationBroke_replacesIt() throws IOException {
    Path file = exported("json");
    String before = Files.readString(file);
    String champion = before.contains("\"BLOCK_SIZE_N\" : 16") ? "16" : "8";
    change("sums.c", "Y[i] = all", "Y[i] = BLOCK_SIZE_N == %s ? all + 9 : all".formatted(champion));

    Execution dry = renew(file, "--dry-run");
    assertThat(dry.code()).as(dry.out() + dry.err()).isZero();
    assertThat(Files.readString(file)).isEqualTo(before);

    Execution renewed = renew(file);
    assertThat(renewed.code()).as(renewed.out() + renewed.err()).isZero();
    assertThat(renewed.out()).contains("2 replaced.", "Written: ");
    assertThat(Files.readString(file)).doesNotContain("\"BLOCK_SIZE_N\" : " + champion);
    assertThat(gate(file).code()).isZero();
  }

  @Test
  void renew_whereTheDefaultBecameFaster_reopens() throws IOException {
    Path file = exported("fla");
    change(
        "sums.c",
        "float sum[",
        "volatile float slow = 0;\n    for (int j = 0; BLOCK_SIZE_N > 1 && j < 40 * N; j++) slow += 1;\n    float sum[");

    Execution reopened = renew(file, "--neighbours", "0");
    assertThat(reopened.code()).as(reopened.out() + reopened.err()).isEqualTo(1);
    assertThat(reopened.out())
        .contains("2 reopened.", "slower than the default", "run --shapes m16,m32")
        .doesNotContain("Written");
  }

  @Test
  void renew_ofARun_keepsItsResult() {
    Execution kept = on("renew", "latest", "--neighbours", "1", "--format", "json");
    assertThat(kept.code()).as(kept.out() + kept.err()).isZero();
    assertThat(kept.out()).contains("\"decision\" : \"kept\"").contains("\"written\" : [ ]");
  }

  @Test
  void triton_ofAMeasuredKey_isNotTimedAgain() throws IOException, InterruptedException {
    Path file = exported("triton");
    Files.writeString(
        folder.resolve("triton.py"),
        """
        class Config:
            def __init__(self, kwargs, **options):
                self.kwargs, self.options = kwargs, options

        def autotune(configs, key, prune_configs_by, **options):
            return configs, key, prune_configs_by["early_config_prune"]
        """);
    Files.writeString(
        folder.resolve("use.py"),
        """
        import moe_triton
        configs, key, prune = moe_triton.tuned(reset_to_zero=["C"])
        configs = configs + ["another"]
        print(key, len(prune(configs, {"M": 16, "X": 0}, N=2048, E=8)), len(prune(configs, {"M": 5})))
        """);
    assertThat(file).hasFileName("moe_triton.py");
    assumeTrue(new ProcessBuilder("python3", "--version").start().waitFor() == 0, "no Python here");
    Process python =
        new ProcessBuilder("python3", "use.py")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("['M', 'N', 'E'] 1 2\n");
  }

  @Test
  void run_fromAnothersFile_triesItsConfigurationsFirst() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("vllm.json"),
            "{\"1\": {\"BLOCK_SIZE_N\": 16}, \"8\": {\"BLOCK_SIZE_N\": 8, \"num_stages\": 2}}");
    Path own = folder.resolve("results");
    Path job = folder.resolve("evo.yaml");
    Files.writeString(
        job,
        """
        kernel: moe
        device: cpu
        shapes: [m16]
        budget: {evaluations: 3}
        gate: {input_sets: 1, sanitizer: never}
        drift: {every: 0, recovery: 90000%}
        finals: {rounds: 5, processes: 2, baselines: never}
        """);
    String[] words = {
      "run",
      "--config",
      job.toString(),
      "--results",
      own.toString(),
      "--seeds-from",
      file.toString()
    };
    Execution run = Execution.of(words);
    assertThat(run.code()).as(run.out() + run.err()).isIn(Execution.FINISHED);
    assertThat(Execution.of("show", "latest/2", "--results", own.toString()).out())
        .contains("BLOCK_SIZE_N=16");

    Files.writeString(file, "{\"1\": {\"BLOCK_SIZE_N\": 7}}");
    Execution refused = Execution.of(words);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("BLOCK_SIZE_N has no value '7'");
  }

  @Test
  void options_thatContradict_areBadInput() {
    assertThat(on("gate", "--file", "x.json", "--shapes", "m16").err())
        .contains("--file and --shapes exclude each other");
    assertThat(on("gate", "--file", "x.json", "--format", "junit").code()).isEqualTo(2);
    assertThat(on("renew", "latest", "--neighbours", "-1").err())
        .contains("--neighbours must be ≥ 0, was -1");
    assertThat(on("renew", "gone.json").err()).contains("gone.json does not exist");
    Execution names = on("export", "--as", "helion");
    assertThat(names.code()).isEqualTo(2);
    assertThat(names.err()).contains("no key for the parameter BLOCK_SIZE_M");
  }
}

package dev.evokernel.mutation;

import module java.base;

import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.replay.ReplayBackend;
import org.junit.jupiter.api.Test;

/** Mutations of the shipped files, of jobs and of recordings. */
final class MutatedFilesTest extends MutatedFiles {

  private static final Path KERNELS = Path.of("../kernels");

  private static final String JOB =
      """
      kernel: gemm
      device: auto
      shapes: [square, ragged]
      objective: {minimise: time, over: {square: 2, ragged: 0.5}}
      budget: {wall: 1h30m, evaluations: 20000}
      search: {population: 32, seed: 42, in_flight: auto}
      seeding:
        top: 4
        prior: none
        hardware: 2
        microbench: [results/micro/gemm/micro_best.json]
        recordings: [recording.json.gz]
        runs: [gemm-20260101-000000/7]
        configurations: [{THREADS: 1}, {TILE_M: 96}]
      accept: {speedup: 1.03, shapes: 2, p90: not-worse}
      gate: {input_sets: 2, fuzz: 5, sanitizer: never}
      drift: {every: 50, margin: 3%, recovery: 10%}
      timeout: {compile: 60s, evaluation: 30s}
      sampling: {stop: error, error: 0.01, samples: {least: 10, most: 200}, seconds: {least: 0.1, most: 2}, cache: cold, race: 0.01}
      finals: {baselines: never}
      results: results
      cache: {size: 10GiB}
      metrics: {prometheus: 9464}
      """;

  private static final String CACHE =
      """
      {"device_name": "A device", "kernel_name": "tiled", "problem_size": [1024, 1024],
      "tune_params_keys": ["TILE", "WARPS", "ORDER"],
      "cache": {
      "16,1,row": {"TILE": 16, "WARPS": 1, "ORDER": "row", "time": 20.1412, "times": [20.1, 20.2], "compile_time": 2372.596, "verification_time": 0, "benchmark_time": 502.824, "framework_time": 0.5},
      "16,2,row": {"TILE": 16, "WARPS": 2, "ORDER": "row", "time": "RuntimeFailedConfig", "times": [], "compile_time": 1303.3872, "benchmark_time": 0, "framework_time": 0},
      "32,1,col": {"TILE": 32, "WARPS": 1, "ORDER": "col", "time": 11.935, "times": [11.9, 12.0, 11.8], "compile_time": 2470.0219, "benchmark_time": 338.6999, "framework_time": 1e-3}}}
      """;

  private static final String T4 =
      """
      {"metadata": {"device": "A device", "timeunit": "milliseconds"},
      "results": [
      {"configuration": {"TILE": 16, "PACK": true, "RATIO": 0.5}, "times": {"compilation": 918.599, "framework": 105.2, "validation": 0, "runtimes": [3.97, 3.87]},
       "invalidity": "correct", "correctness": 1, "measurements": [{"name": "time", "value": 3.9, "unit": "ms"}], "objectives": ["time"]},
      {"configuration": {"TILE": 32, "PACK": false, "RATIO": 1}, "times": {"compilation": 7.5, "framework": 0, "validation": 0, "runtimes": []},
       "invalidity": "runtime", "correctness": 0, "measurements": [{"name": "time", "value": "launch-failure", "unit": "ms"}], "objectives": ["time"]}]}
      """;

  @Test
  void read_mutatedKernels_acceptsOrRefusesThem() throws IOException {
    for (String kernel : new String[] {"softmax", "gemm", "rmsnorm", "attention"}) {
      Path copy = copy(KERNELS.resolve(kernel));
      attemptAll(copy.resolve("kernel.yaml"), MUTATIONS / 4, MutatedFilesTest::kernels);
    }
  }

  @Test
  void read_mutatedJobs_acceptsOrRefusesThem() throws IOException {
    Kernel gemm = KernelFile.at(KERNELS.resolve("gemm")).read("cpu");
    Path job = Files.writeString(folder.resolve("evo.yaml"), JOB);
    attemptAll(job, MUTATIONS, file -> JobReader.read(file).on(gemm));
  }

  @Test
  void read_mutatedRecordings_acceptsOrRefusesThem() throws IOException {
    Path recording = folder.resolve("recording.json");
    for (String text : new String[] {CACHE, T4}) {
      Files.writeString(recording, text);
      attemptAll(recording, MUTATIONS / 2, MutatedFilesTest::recording);
    }
  }

  @Test
  void read_recordingsWithSpoiltBytes_acceptsOrRefusesThem() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var packed = new GZIPOutputStream(bytes)) {
      packed.write(CACHE.getBytes(StandardCharsets.UTF_8));
    }
    Path file = folder.resolve("packed.json.gz");
    for (int seed = 0; seed < MUTATIONS; seed++) {
      byte[] spoilt = bytes.toByteArray();
      var random = new SplittableRandom(seed);
      for (int change = random.nextInt(1, 4); change > 0; change--) {
        spoilt[random.nextInt(spoilt.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, spoilt);
      attempt("flipped bits, seed " + seed, file, MutatedFilesTest::recording);
    }
  }

  private static void kernels(Path file) {
    for (String backend : KernelFile.at(file).backends()) {
      var _ = KernelFile.at(file).read(backend);
    }
  }

  private static void recording(Path file) {
    var _ = ReplayBackend.of(file, file).kernel();
    var _ = RecordingReader.read(file).space();
  }

  private Path copy(Path kernel) throws IOException {
    Path from = kernel.toAbsolutePath().normalize();
    Path to = folder.resolve(String.valueOf(from.getFileName()));
    for (String backend : KernelFile.at(from).backends()) {
      for (Path file : KernelSources.withBaselines(KernelFile.at(from).read(backend)).files()) {
        Path copied = to.resolve(from.relativize(file)).normalize();
        Files.createDirectories(Objects.requireNonNull(copied.getParent()));
        Files.copy(file, copied, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return to;
  }
}

package dev.evokernel.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import com.sun.management.ThreadMXBean;
import dev.evokernel.config.JobReader;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.replay.T1Reader;
import dev.evokernel.space.binding.EmptySpaceException;
import dev.evokernel.space.binding.IntractableSpaceException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every mutation of the shipped files is either accepted or refused with one clear message, in
 * bounded time and memory: a trace, an endless message or exhausted memory is a bug.
 *
 * <p>{@code -Devo.mutations=5000} tries more of them, and {@code -Devo.mutation=SEED} one again.
 */
final class MutatedFilesTest {

  private static final int MUTATIONS = Integer.getInteger("evo.mutations", 60);
  private static final Path KERNELS = Path.of("../kernels");
  private static final int LONGEST_MESSAGE = 5000;
  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final long MOST_BYTES = 1L << 30;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

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

  private static final String T1 =
      """
      {"General": {"BenchmarkName": "stencil"},
      "ConfigurationSpace": {"TuningParameters": [
      {"Name": "block", "Type": "int", "Values": "[1, 2, 4] + list(range(8, 33, 8))", "Default": 1},
      {"Name": "tile", "Type": "int", "Values": "[2**i for i in range(4) if i != 2]"},
      {"Name": "share", "Type": "bool", "Values": "[True, False]"},
      {"Name": "order", "Type": "string", "Values": "['row', 'column']"},
      {"Name": "scale", "Type": "float", "Values": [0.5, 1]}],
      "Conditions": [
      {"Expression": "8 <= block * tile <= 64 and block % tile == 0", "Parameters": ["block", "tile"]},
      "order == 'row' or tile in (1, 8) if share else block // tile > 1"]}}
      """;

  @TempDir Path folder;

  private final List<String> bugs = new ArrayList<>();

  @AfterEach
  void reportBugs() {
    assertThat(bugs).isEmpty();
  }

  /** Reads a file, or refuses it. */
  private interface Reader {
    void read(Path file);
  }

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
  void read_mutatedSpaces_acceptsOrRefusesThem() throws IOException {
    Path space = Files.writeString(folder.resolve("space.json"), T1);
    attemptAll(space, MUTATIONS, MutatedFilesTest::space);
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

  /**
   * That no configuration is valid, or that it cannot be found out, is no mistake of the reader.
   */
  private static void space(Path file) {
    try {
      var _ = new T1Reader(file).read().space();
    } catch (EmptySpaceException | IntractableSpaceException _) {
      // Said in one line too.
    }
  }

  private void attemptAll(Path file, int count, Reader reader) throws IOException {
    String good = Files.readString(file);
    reader.read(file);
    Integer only = Integer.getInteger("evo.mutation");
    for (int seed = only == null ? 0 : only; seed < (only == null ? count : only + 1); seed++) {
      RandomGenerator random = new SplittableRandom(seed);
      Files.writeString(file, new Mutator(random).mutated(good));
      attempt("evo.mutation=" + seed, file, reader);
    }
    Files.writeString(file, good);
  }

  private void attempt(String what, Path file, Reader reader) {
    String name = what + " of " + file;
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    try {
      reader.read(file);
    } catch (InvalidFileException e) {
      String message = String.valueOf(e.getMessage());
      boolean clear =
          message.contains(String.valueOf(file.getFileName()))
              && message.length() < LONGEST_MESSAGE
              && !message.contains("Exception")
              && !message.matches("(?s).*[\\p{Cc}&&[^\n\t]].*");
      if (!clear) {
        bugs.add(name + ": " + message);
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      bugs.add(name + ": " + e + trace(e));
    }
    Duration spent = Duration.ofNanos(System.nanoTime() - start);
    bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
    if (spent.compareTo(LONGEST) > 0 || bytes > MOST_BYTES) {
      bugs.add("%s: took %s and %,d bytes".formatted(name, spent, bytes));
    }
  }

  private static String trace(Throwable thrown) {
    return Arrays.stream(thrown.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("dev.evokernel"))
        .limit(4)
        .map(frame -> "\n  at " + frame)
        .collect(Collectors.joining());
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

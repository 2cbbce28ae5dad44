package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Altered;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.space.SearchSpace;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts run by Python, whose NumPy they need; Kernel Tuner is not there. */
final class KernelTunerScriptIT {

  private static final String PYTHON = "python3";

  @TempDir Path temporary;

  @BeforeAll
  static void assumeNumPy() throws InterruptedException {
    boolean there;
    try {
      there = new ProcessBuilder(PYTHON, "-c", "import numpy").start().waitFor() == 0;
    } catch (IOException _) {
      there = false;
    }
    assumeTrue(there, "no " + PYTHON + " with NumPy");
  }

  private Path script(String options) throws IOException {
    try (InputStream stream = KernelTunerScriptIT.class.getResourceAsStream("/imports/scaled.py")) {
      String text =
          new String(
              Objects.requireNonNull(stream, "scaled.py").readAllBytes(), StandardCharsets.UTF_8);
      return Files.writeString(temporary.resolve("scaled.py"), text.replace("OPTIONS", options));
    }
  }

  private Kernel imported(String options, int call) throws IOException, InterruptedException {
    return imported(options, call, List.of(), ImportOptions.NONE);
  }

  private Kernel imported(
      String options, int call, List<String> arguments, ImportOptions importOptions)
      throws IOException, InterruptedException {
    Path folder = temporary.resolve("made");
    var all = Altered.of(importOptions, "arguments", arguments, "call", call, "python", PYTHON);
    ImportedFolder.write(read(script(options), all), folder);
    return KernelReader.read(folder, "cuda");
  }

  private ImportedKernel read(Path script, ImportOptions options)
      throws IOException, InterruptedException {
    Path scratch = Files.createDirectories(temporary.resolve("scratch"));
    return new KernelTunerImporter().read(script, options, scratch);
  }

  @Test
  void imported_ofFunctionsOfTheConfiguration_listsTheirValues()
      throws IOException, InterruptedException {
    Kernel kernel =
        imported(
            """
            SOURCE = "extern __shared__ float room[];\\n" + SOURCE
            options["grid_div_x"] = lambda p: p["block_size_x"] * p["tile"]
            options["smem_args"] = {"size": lambda p: 4096 if p["way"] == "fast" else 0}
            """,
            1);
    LaunchGeometry launch = kernel.launches().getFirst();
    for (String shared : List.of("fast", "slow")) {
      var configuration = kernel.defaultConfiguration().with("way", Value.of(shared));
      var frame = kernel.frame(configuration, kernel.shape("problem"));
      assertThat(launch.grid().getFirst().integer(frame)).isEqualTo(16);
      assertThat(launch.sharedBytes().integer(frame)).isEqualTo(shared.equals("fast") ? 4096 : 0);
    }
  }

  @Test
  void imported_ofScriptWithArguments_handsThemOn() throws IOException, InterruptedException {
    Kernel kernel =
        imported(
            "import sys; n = numpy.int32(int(sys.argv[1]))",
            1,
            List.of("990", "CUDA"),
            ImportOptions.NONE);
    assertThat(kernel.shape("problem").dimensions()).containsValue(990L);
  }

  @ParameterizedTest
  @CsvSource({"sum, numpy.sum", "max, numpy.max"})
  void imported_ofVerifyThatJudgesOneNumber_comparesTheWhole(String check, String function)
      throws IOException, InterruptedException {
    Kernel kernel =
        imported(
            """
            options["answer"] = [2.5, None, None, None]
            options["verify"] = lambda answer, found, atol: numpy.isclose(answer, %s(found))
            """
                .formatted(function),
            1);
    Argument.Buffer sum = kernel.outputs().getFirst();
    assertThat(sum.check().label()).isEqualTo(check);
    assertThat(kernel.reference()).isInstanceOf(Reference.Command.class);
    try (Arena arena = Arena.ofConfined()) {
      NpyArray expected = NpyArray.read(kernel.folder().resolve("expected/sum.npy"), arena);
      assertThat(expected.dimensions()).containsExactly(16L);
      assertThat(expected.data().getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, 1))
          .isEqualTo(check.equals("sum") ? 0 : 2.5f);
    }
  }

  @Test
  void imported_ofOtherVerify_leavesItOutAndSaysSo() throws IOException, InterruptedException {
    Kernel kernel =
        imported(
            """
            options["answer"] = [2.5, None, None, None]
            options["verify"] = lambda answer, found, atol: found.std() < 1
            """,
            1);
    assertThat(kernel.reference()).isInstanceOf(Reference.Itself.class);
  }

  @Test
  void imported_withFills_drawsWhatTheScriptHasDrawn() throws IOException, InterruptedException {
    Kernel kernel =
        imported(
            """
            n = numpy.int32(300000)
            left = numpy.random.default_rng(1).normal(3, 2, n).astype(numpy.float32)
            right = numpy.linspace(0, 1, n).astype(numpy.float32)
            total = numpy.zeros_like(left)
            """,
            1,
            List.of(),
            new ImportOptions(
                Optional.empty(), Map.of(), Optional.of(true), List.of(), 1, "python3"));
    assertThat(kernel.folder().resolve("data/left.npy")).doesNotExist();
    assertThat(kernel.folder().resolve("data/right.npy")).isNotEmptyFile();
    assertThat(((Argument.Buffer) kernel.arguments().get(1)).fill())
        .isInstanceOfSatisfying(
            Fill.Normal.class, fill -> assertThat(fill.mean()).isCloseTo(3, within(0.1)));
    assertThat(kernel.reference()).isInstanceOf(Reference.Itself.class);
  }

  @Test
  void imported_ofLargeRandomArrays_writesFillsUnlessThereAreResults()
      throws IOException, InterruptedException {
    String large =
        """
        n = numpy.int32(300000)
        left = numpy.random.default_rng(1).normal(3, 2, n).astype(numpy.float32)
        right = numpy.linspace(0, 1, n).astype(numpy.float32)
        total = numpy.zeros_like(left)
        """;
    Kernel without = imported(large + "options[\"answer\"] = None\n", 1);
    assertThat(without.folder().resolve("data/left.npy")).doesNotExist();
  }

  @Test
  void imported_ofLargeArraysWithResults_keepsTheData() throws IOException, InterruptedException {
    Kernel with =
        imported(
            """
            n = numpy.int32(300000)
            left = numpy.random.default_rng(1).normal(3, 2, n).astype(numpy.float32)
            right = numpy.linspace(0, 1, n).astype(numpy.float32)
            total = numpy.zeros_like(left)
            options["answer"] = [left + right * 2, None, None, None]
            """,
            1);
    assertThat(with.folder().resolve("data/left.npy")).isNotEmptyFile();
    assertThat(with.reference()).isInstanceOf(Reference.Command.class);
  }

  /** Each restriction accepts the same configurations as the plain one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "(tile * block_size_x) <= 0x100; tile * block_size_x <= 256",
        "block_size_x & (block_size_x - 1) == 0; block_size_x in [32, 64, 128, 256]",
        "block_size_x % 64; block_size_x % 64 != 0",
        "(tile - 1); tile > 1",
        "way == 'fast' and tile or block_size_x == 32; way == \"fast\" or block_size_x == 32",
        "32 < block_size_x <= 128 and tile in (1, 4); block_size_x in [64, 96, 128] and tile != 2",
      })
  void imported_ofRestrictionAsText_acceptsWhatPythonAccepts(String text, String plain)
      throws IOException, InterruptedException {
    Kernel kernel = imported("options['restrictions'] = [\"%s\"]\n".formatted(text), 1);
    assertFirstConstraint(kernel, plain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(lambda *args: args[0] * args[1] <= 256, ['tile', 'block_size_x'])",
        "(lambda block_size_x, tile: tile * block_size_x <= 256, ['tile', 'block_size_x'])",
        "(lambda a, b: a * b <= 256, ['tile', 'block_size_x'])",
        "(lambda **p: p['tile'] * p['block_size_x'] <= 256, ('tile', 'block_size_x'))",
        "lambda *args: args[0]['tile'] * args[0]['block_size_x'] <= 256",
        "lambda tile, block_size_x: tile * block_size_x <= 256",
      })
  void imported_ofRestrictionAsFunction_acceptsWhatItAccepts(String function)
      throws IOException, InterruptedException {
    Kernel kernel = imported("options['restrictions'] = [%s]\n".formatted(function), 1);
    assertFirstConstraint(kernel, "tile * block_size_x <= 256");
  }

  private static void assertFirstConstraint(Kernel kernel, String plain) {
    Scope scope = SearchSpace.scope(kernel.parameters());
    Expression expected = Expression.parse(plain, scope);
    Expression found = Expression.parse(kernel.constraints().getFirst().condition().text(), scope);
    for (Value size : kernel.parameters().get(0).values()) {
      for (Value tile : kernel.parameters().get(1).values()) {
        for (Value way : kernel.parameters().get(2).values()) {
          var frame = scope.frame();
          frame.set("block_size_x", size).set("tile", tile).set("way", way);
          assertThat(found.test(frame))
              .as("%s at %s %s %s", found.text(), size, tile, way)
              .isEqualTo(expected.test(frame));
        }
      }
    }
  }

  @Test
  void imported_ofMoreRandomDataThanIsWritten_hasFillsAndSaysSo()
      throws IOException, InterruptedException {
    Path script =
        script(
            """
            tune_kernel.__globals__["MOST_DATA"] = 2_000_000  # The recorder's limit.
            n = numpy.int32(300000)
            left = numpy.random.default_rng(1).normal(3, 2, n).astype(numpy.float32)
            right = numpy.random.default_rng(2).normal(3, 2, n).astype(numpy.float32)
            total = numpy.zeros_like(left)
            options["answer"] = [left + right * 2, None, None, None]
            """);
    ImportedKernel read = read(script, ImportOptions.NONE);
    assertThat(read.hasExpectedResults()).isFalse();
    assertThat(read.data().keySet()).noneMatch(file -> file.contains("left"));
    assertThat(read.notes()).anyMatch(note -> note.contains("random arrays become fills"));
  }

  @Test
  void run_ofScriptForC_takesCppWhereTheSourceIsCpp() throws IOException, InterruptedException {
    Path script =
        Files.writeString(
            temporary.resolve("one.py"),
            """
            import numpy, kernel_tuner
            text = 'extern "C" float one(float *a) { a[0] = N; return 0; }'
            kernel_tuner.tune_kernel("one", text, 1, [numpy.zeros(1)], {"N": [1, 2]}, lang="C")
            """);
    ImportedKernel kernel = read(script, ImportOptions.NONE);
    assertThat(kernel.sources()).singleElement().asString().endsWith("kernel.cpp");
  }

  @Test
  void imported_ofSourcesAndOptionsWithOddText_keepsThem()
      throws IOException, InterruptedException {
    Files.write(
        temporary.resolve("odd.cu"),
        "// \u00e9\n__global__ void odd(float *y) { y[0] = B + W; }\n"
            .getBytes(StandardCharsets.ISO_8859_1));
    Path script =
        Files.writeString(
            temporary.resolve("odd.py"),
            """
            import numpy, kernel_tuner
            kernel_tuner.tune_kernel(
                "odd", "odd.cu", 1, [numpy.zeros(1, numpy.float32)], {"B": [1, 2], "W": ["a'b", 'c"d', "%d"]},
                compiler_options=["-I my folder", "-DTEXT=50%", "-DNAME=a b"])
            """);
    Path folder = temporary.resolve("made");
    ImportedFolder.write(read(script, ImportOptions.NONE), folder);
    Kernel kernel = KernelReader.read(folder, "cuda");
    assertThat(kernel.source().flags())
        .containsExactly("-I" + temporary.toRealPath() + "/my folder", "-DTEXT=50%", "-DNAME=a b");
    assertThat(kernel.parameters().get(1).values()).hasToString("[a'b, c\"d, %d]");
    assertThat(kernel.source().files()).containsExactly(temporary.resolve("odd.cu"));
  }

  @Test
  void imported_ofAnswerFromAFileOfTheScript_findsThatNothingWasRun()
      throws IOException, InterruptedException {
    Kernel kernel =
        imported(
            """
            found = run_kernel("scaled", SOURCE, n, [total, left, right, n], {})
            numpy.save("answer", found[0])
            options["answer"] = [numpy.load("answer.npy"), None, None, None]
            """,
            1);
    assertThat(kernel.reference()).isInstanceOf(Reference.Itself.class);
    assertThat(temporary.resolve("answer.npy")).doesNotExist();
  }

  @Test
  void imported_ofCallWithAnswer_hasItsArgumentsRestrictionsAndExpectedResults()
      throws IOException, InterruptedException {
    Kernel kernel = imported("", 1);

    assertThat(kernel.source().files()).containsExactly(kernel.folder().resolve("kernel.cu"));
    assertThat(kernel.arguments())
        .extracting(
            argument -> argument.name() + " " + ((Object) argument).getClass().getSimpleName())
        .containsExactly("sum Buffer", "left Buffer", "right Buffer", "n Scalar", "scale Buffer");
    assertThat(kernel.outputs()).extracting(Argument.Buffer::name).containsExactly("sum");
    assertThat(kernel.folder().resolve("data/left.npy")).isNotEmptyFile();
    assertThat(kernel.folder().resolve("expected/sum.npy")).isNotEmptyFile();
    assertThat(kernel.reference()).isInstanceOf(Reference.Command.class);
    assertThat(kernel.constraints())
        .extracting(one -> one.condition().text())
        .contains("block_size_x >= 64")
        .anySatisfy(
            listed -> assertThat(listed).contains("tile in [1, 2]").contains("block_size_x in"));
    assertThat(kernel.defaultConfiguration()).hasToString("block_size_x=64 tile=1 way=fast");
    assertThat(temporary.resolve("results.json")).doesNotExist();
  }

  @Test
  void imported_ofAnswerThatOnlyAGpuCouldGive_isVerifiedAgainstItsDefault()
      throws IOException, InterruptedException {
    Kernel kernel =
        imported(
            "options['answer'] = run_kernel('scaled', SOURCE, n, [total, left, right, n], {})", 1);
    assertThat(kernel.reference()).isInstanceOf(Reference.Itself.class);
  }

  @Test
  void imported_ofSecondCall_neitherRunsNorWritesWhatFollowsTheFirst()
      throws IOException, InterruptedException {
    Kernel kernel =
        imported(
            """
            first, _ = tune_kernel("scaled", SOURCE, n, [total, left, right, n], parameters, **options)
            assert min(first, key=lambda one: one["time"])["tile"] == 1
            open("results.json", "w").write("no real results")
            parameters["tile"] = [1, int(first[0]["GFLOP/s"]) + 1]
            """,
            2);
    assertThat(kernel.parameters().get(1).values()).hasToString("[1, 2]");
    assertThat(temporary.resolve("results.json")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "options['texmem_args'] = {'image': left} | evo does not support textures",
        "options['smem_args'] = {'size': lambda p: 'much'} | invalid literal for int()",
        "SOURCE = 'absent.cu' | no file 'absent.cu', the kernel's source",
        "left = left[:0] | the array left has no elements",
        "options['restrictions'] = 5 | the restriction 5 must be a string or a function",
        "from kernel_tuner.utils.directives import Code | the script tunes directives (OpenACC or"
            + " OpenMP) with Kernel Tuner's 'Code', which evo does not import",
        "options['restrictions'] = [(lambda a: a, ['absent'])] | names absent, which tune_params",
        "left = numpy.empty(300_000_000, numpy.float32); left[0] = 1 | its arrays hold 1.2 GB that"
            + " would be written to files, more than 1.0 GB: left (1.2 GB)",
        "SOURCE = lambda p: '' | the kernel's source is a function of the configuration",
        "options.update(lang='C', compiler='nvcc') | with lang='C' is a host function that launches"
            + " kernels",
        "SOURCE = 'float go(float *a) {\\n"
            + " kern<8><<<1, 2>>>(a); }'; options.update(lang='C') | Pass the kernel to tune_kernel"
            + " instead: kernel_name='kern', lang='CUDA'",
        "import absent | before call 1 of tune_kernel in line 41: ModuleNotFoundError: No module"
            + " named 'absent'",
        "raise SystemExit(3) | called tune_kernel 0 times, but call 1 was requested; if it wants"
            + " arguments, write them behind its name",
        "import sys; sys.argv[1] | list index out of range\n  If the script wants arguments, write",
      })
  void run_ofWhatEvoCannotTake_saysWhyAndHowElse(String options, String message)
      throws IOException {
    Path script = script(options);
    assertThatThrownBy(() -> read(script, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith(script.toString())
        .hasMessageContaining(message);
  }

  @Test
  void run_ofScriptThatIsNotThere_saysSo() {
    Path script = temporary.resolve("none.py");
    assertThatThrownBy(() -> read(script, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("no such file");
  }

  @Test
  void run_ofScriptForC_takesTheFileWithTheSameText() throws IOException, InterruptedException {
    Files.writeString(temporary.resolve("one.c"), "void one(float *a) { a[0] = N; }\n");
    Path script =
        Files.writeString(
            temporary.resolve("one.py"),
            """
            import numpy, kernel_tuner
            with open("one.c") as file:
                text = file.read()
            kernel_tuner.tune_kernel("one", text, 1, [numpy.zeros(1)], {"N": [1, 2]}, lang="C")
            """);
    ImportedKernel kernel = read(script, ImportOptions.NONE);
    assertThat(kernel.sources()).containsExactly(temporary.resolve("one.c"));
    assertThat(kernel.launch()).isEqualTo(Optional.empty());
    assertThat(kernel.notes()).contains("CompilerOptions has no -O level: added -O2");
  }

  @Test
  void run_ofScriptForOpenCl_keepsItsTextAndItsLaunch() throws IOException, InterruptedException {
    Path script =
        Files.writeString(
            temporary.resolve("one.py"),
            """
            import numpy, kernel_tuner
            text = \"\"\"
            __kernel void one(__global float *b, __global const float *a, int n) {
              int i = get_global_id(0);
              if (i < n) b[i] = a[i];
            }
            \"\"\"
            a = numpy.arange(1000).astype(numpy.float32)
            kernel_tuner.tune_kernel(
                "one", text, 1000, [numpy.zeros_like(a), a, numpy.int32(1000)],
                {"block_size_x": [32, 64]}, lang="OpenCL")
            """);
    ImportedKernel read = read(script, ImportOptions.NONE);
    Path folder = temporary.resolve("made");
    ImportedFolder.write(read, folder);
    assertThat(folder.resolve("kernel.cl")).content().contains("__kernel void one");
    Kernel kernel = KernelReader.read(folder, "opencl");
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("problem"));
    assertThat(
            Objects.requireNonNull(kernel.entryPoint().launches().getFirst().geometry())
                .grid()
                .getFirst()
                .integer(frame))
        .isEqualTo(32);
    assertThat(kernel.outputs()).extracting(Argument::name).containsExactly("b");
  }
}

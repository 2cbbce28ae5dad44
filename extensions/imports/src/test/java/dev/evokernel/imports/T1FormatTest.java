package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of the T1 format besides arguments, one at a time. */
final class T1FormatTest extends T1Files {

  @Test
  void read_ofOlderNames_takesThem() throws IOException {
    Kernel kernel =
        kernel(
            file(
                "unroll",
                "'blockSize': {'X': 'threads', 'Y': 1}, 'gridSize': {'X': '100//threads', 'Y': 1},"
                    + " 'arguments': [{'Name': 'force', 'type': 'float3', 'length': 100,"
                    + " 'memoryType': 'Vector', 'accessType': 'ReadWrite', 'fillType':"
                    + " 'uninitialized'}, {'Name': 'n', 'type': 'int', 'memoryType': 'Scalar',"
                    + " 'value': 128}]"),
            ImportOptions.NONE);
    LaunchGeometry launch = kernel.launches().getFirst();
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("problem"));
    assertThat(launch.grid().getFirst().integer(frame)).isEqualTo(3);
    assertThat(size(kernel, "force")).isEqualTo(300);
  }

  @Test
  void read_ofTemplate_namesItsTypes() throws IOException {
    Path file =
        file(
            "unroll",
            LAUNCH + ", 'KernelTypeNames': ['float', '4'], 'Arguments': [" + OUTPUT + "]");
    assertThat(T1Import.read(file, ImportOptions.NONE).entry()).isEqualTo("work<float, 4>");
  }

  @Test
  void write_ofOlderSource_definesWhatItExpects() throws IOException {
    kernel(
        file(
            """
            #if unroll > 0
            #pragma unroll unroll
            #endif
            #pragma unroll(left)
            x = __shfl_down(x, 1) + __any_sync(~0, x); __all(x);
            """,
            LAUNCH + ", 'Arguments': [" + OUTPUT + "]"),
        ImportOptions.NONE);
    assertThat(Files.readString(temporary.resolve("made/prelude.cuh")).lines())
        .contains(
            "constexpr int unroll = EVO_unroll;",
            "#define unroll EVO_unroll",
            "constexpr int left = 0;  // not a parameter: the compiler decides",
            "#define __shfl_down(...) __shfl_down_sync(__activemask(), __VA_ARGS__)",
            "#define __all(...) __all_sync(__activemask(), __VA_ARGS__)")
        .noneMatch(line -> line.contains("__any"));
  }

  @Test
  void read_ofOpenCl_hasLocalMemoryAndConstantArguments() throws IOException {
    Path file =
        file(
            """
            __kernel void work(__global float *out, __constant float *taps, __local float *room) {
            #pragma unroll unroll
              for (int i = 0; i < 2; i++) out[get_global_id(0)] = taps[i];
            }
            """,
            LAUNCH
                + ", 'SharedMemory': '4 * threads', 'Arguments': ["
                + OUTPUT
                + ", {'Name': 'taps', 'Type': 'float', 'MemoryType': 'Vector', 'MemType':"
                + " 'Constant', 'Size': 2, 'FillValue': 0.5},"
                + " {'Name': 'room', 'Type': 'float', 'MemoryType': 'Local', 'Size': 64}]");
    Files.writeString(file, Files.readString(file).replace("\"CUDA\"", "\"OpenCL\""));
    ImportedKernel imported = T1Import.read(file, ImportOptions.NONE);
    assertThat(imported.backend()).isEqualTo("opencl");
    assertThat(imported.notes()).anyMatch(note -> note.contains("is the kernel's last parameter"));

    Path folder = temporary.resolve("made");
    ImportedFolder.write(imported, folder);
    Kernel kernel = KernelReader.read(folder, "opencl");
    assertThat(kernel.arguments()).extracting(Argument::name).containsExactly("out", "taps");
    assertThat(kernel.arguments()).allMatch(Argument::isPassed);
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shapes().getFirst());
    LaunchGeometry launch =
        Objects.requireNonNull(kernel.entryPoint().launches().getFirst().geometry());
    assertThat(launch.sharedBytes().integer(frame)).isEqualTo(128);
    assertThat(launch.grid().getFirst().integer(frame)).isEqualTo(4);
    assertThat(folder.resolve("prelude.cl"))
        .content()
        .contains("#if unroll == 0\n#undef unroll\n#define unroll 1\n#endif");
    assertThat(folder.resolve("prelude.cuh")).doesNotExist();
  }

  @Test
  void read_withCheckOfTheWhole_hasAnElementForEachBlock() throws IOException {
    Path file = file("unroll", LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    var options =
        new ImportOptions(
            Optional.empty(), Map.of("out", "sum"), Optional.empty(), List.of(), 1, "python3");
    Kernel kernel = kernel(file, options);
    assertThat(((Argument.Buffer) kernel.arguments().getFirst()).isReduced()).isTrue();
    assertThat(size(kernel, "out")).isEqualTo(128);

    var unknown =
        new ImportOptions(
            Optional.empty(), Map.of("in", "sum"), Optional.empty(), List.of(), 1, "python3");
    assertThatThrownBy(() -> T1Import.read(file, unknown))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("--check names 'in', which is not an output")
        .hasMessageContaining("Outputs are out.");
  }

  @Test
  void write_ofSourceWithAHeaderOfTheHost_namesTheCompiler() throws IOException {
    for (String header : new String[] {"cub/cub.cuh", "algorithm", "cmath", "cuda_fp16.h"}) {
      String source = "#include <" + header + ">\nvoid work(float *out) { unroll; }";
      kernel(file(source, LAUNCH + ", 'Arguments': [" + OUTPUT + "]"), ImportOptions.NONE);
      String yaml = Files.readString(temporary.resolve("made/kernel.yaml"));
      assertThat(yaml.contains("    compiler: nvcc\n"))
          .as(header)
          .isEqualTo(!header.startsWith("c") || header.startsWith("cub"));
      try (var files = Files.walk(temporary.resolve("made"))) {
        for (Path made : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(made);
        }
      }
    }
  }

  @Test
  void read_ofSharedMemoryThatIsALimit_asksForNone() throws IOException {
    String launch = LAUNCH + ", 'SharedMemory': 16384, 'Arguments': [" + OUTPUT + "]";
    ImportedKernel limit =
        T1Import.read(
            file("void work(float *out) { __shared__ int unroll; }", launch), ImportOptions.NONE);
    assertThat(limit.launch().orElseThrow().shared()).isEqualTo("0");
    assertThat(limit.notes())
        .contains("SharedMemory 16384 is a limit: the source has no dynamic shared memory");

    Files.writeString(temporary.resolve("tile.h"), "extern __align__(16) __shared__ float tile[];");
    Path asked = file("#include \"tile.h\"\nvoid work(float *out) { unroll; }", launch);
    assertThat(T1Import.read(asked, ImportOptions.NONE).launch().orElseThrow().shared())
        .isEqualTo("16384");
  }

  @Test
  void read_ofOtherArgumentsThanTheFunctions_isRefused() throws IOException {
    Path file =
        file(
            "void work(float *out, int n);\nvoid other() { work(0, 1); }\n"
                + "void work(float *out, int n) { unroll; }",
            LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    assertThatThrownBy(() -> T1Import.read(file, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(
            "KernelSpecification.Arguments: the function has 2 parameters in its source, but 1"
                + " arguments here")
        .hasMessageContaining("a host function that launches it may have others");
    Path macro =
        file("void work(ARGUMENTS) { unroll; }", LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    assertThat(T1Import.read(macro, ImportOptions.NONE).arguments()).hasSize(1);
  }

  @Test
  void read_ofNumbersThatAreTheProblemSize_makesFormulas() throws IOException {
    Kernel kernel =
        kernel(
            file(
                "unroll",
                LAUNCH
                    + ", 'ProblemSize': ['64 * 8', 8], 'Arguments': [{'Name': 'in', 'Type': 'float',"
                    + " 'MemoryType': 'Vector', 'Size': 512}, {'Name': 'n', 'Type': 'int',"
                    + " 'MemoryType': 'Scalar', 'FillValue': 512}, {'Name': 'all', 'Type': 'float',"
                    + " 'MemoryType': 'Vector', 'Size': 4096}, {'Name': 'rows', 'Type': 'int',"
                    + " 'MemoryType': 'Scalar', 'FillValue': 8}, "
                    + OUTPUT.replace("4096", "'2 * ProblemSize[0]'")
                    + "]"),
            ImportOptions.NONE);
    assertThat(kernel.shape("problem").dimensions()).hasToString("{size_x=512, size_y=8}");
    assertThat(kernel.arguments().stream().map(T1FormatTest::formula))
        .containsExactly("size_x", "size_x", "size_x * size_y", "8", "2 * size_x");
  }

  private static String formula(Argument argument) {
    return argument instanceof Argument.Scalar scalar
        ? scalar.value().text()
        : ((Argument.Buffer) argument).dimensions().getFirst().text();
  }

  @Test
  void write_withSources_takesThemAndTheirHeadersAlong() throws IOException {
    Files.writeString(temporary.resolve("tile.h"), "");
    Path file = file("#include \"tile.h\"\nunroll", LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    Path folder = temporary.resolve("far/made");
    Files.createDirectories(Objects.requireNonNull(folder.getParent()));
    ImportedFolder.write(T1Import.read(file, ImportOptions.NONE).withSources(), folder);
    assertThat(folder.resolve("tile.h")).exists();
    assertThat(Files.readString(folder.resolve("kernel.yaml")))
        .contains("kernel.cu\"]")
        .doesNotContain("..", "stay in place");
    assertThat(KernelReader.read(folder, "cuda").source().files())
        .contains(folder.resolve("kernel.cu"));

    Path above = file("#include \"../a.h\"\nunroll", LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    Files.writeString(temporary.resolve("../a.h"), "");
    assertThatThrownBy(() -> T1Import.read(above, ImportOptions.NONE).withSources())
        .hasMessageContaining("from above its folder")
        .hasMessageContaining("Leave out --copy.");
    Files.delete(temporary.resolve("../a.h"));
  }

  @Test
  void write_ofStringsWithQuotesAndBreaks_staysOneKernel() throws IOException {
    Path file =
        file(
            "threads unroll",
            LAUNCH + ", 'CompilerOptions': ['-DNAME=%d#é'], 'Arguments': [" + OUTPUT + "]");
    Path odd = temporary.resolve("k, #1 'a' %d\n.cu");
    Files.move(temporary.resolve("kernel.cu"), odd);
    Path renamed = Files.move(file, temporary.resolve("t1\nentry: x.json"));
    Files.writeString(
        renamed,
        Files.readString(renamed).replace("kernel.cu", "k, #1 'a' %d\\n.cu"),
        StandardCharsets.UTF_8);
    Kernel kernel = kernel(renamed, ImportOptions.NONE);
    assertThat(kernel.source().files()).containsExactly(odd);
    assertThat(kernel.source().flags()).contains("-DNAME=%d#é");
  }

  @Test
  void read_ofAParameterThatIsNoName_saysSo() throws IOException {
    Path file = file("", LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    Files.writeString(file, Files.readString(file).replace("\"unroll\"", "\"a(b\""));
    assertThatThrownBy(() -> T1Import.read(file, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("TuningParameters[1]: invalid name 'a(b'");
  }

  @Test
  void read_ofHostFunction_namesTheKernelsThatItLaunches() throws IOException {
    Path file =
        file(
            "__global__ void k(float *out); float work(float *out) { k<float><<<1, 2>>>(out); }",
            LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    Files.writeString(file, Files.readString(file).replace("\"CUDA\"", "\"C\""));
    assertThatThrownBy(() -> T1Import.read(file, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(
            "KernelSpecification.Language: the language is C, but the source launches k:")
        .hasMessageContaining("\"Language\": \"CUDA\", \"KernelName\": \"k\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'ProblemSize': [640, 48] | [640, 48]",
        "'ProblemSize': '[640, 48]' | [640, 48]",
        "'ProblemSize': '(640, 48)' | [640, 48]",
        "'ProblemSize': {'x': 640, 'Y': '48'} | [640, 48]",
        "'ProblemSize': '640' | [640]",
        "'ProblemSize': 640 | [640]",
        "'problem_size': {'y': 48, 'x': 640} | [640, 48]",
      })
  void read_ofProblemSizeHoweverWritten_isTheShape(String size, String sizes) throws IOException {
    Path file =
        file("threads unroll", size + ", 'LocalSize': 'threads', 'Arguments': [" + OUTPUT + "]");
    assertThat(T1Import.read(file, ImportOptions.NONE).shape().values()).hasToString(sizes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ceil(4096 / (threads * 2)) | ceil_div(4096, threads * 2)",
        "math.ceil(4096/threads) + 1 | ceil_div(4096, threads) + 1",
        "floor((4096 - 1) / threads) | (4096 - 1) // threads",
        "ceil(ceil(4096 / threads) / 2) | ceil_div(ceil_div(4096, threads), 2)",
        "4096 // threads | 4096 // threads",
        "4096 / threads | 4096 // threads",
      })
  void read_ofRoundedQuotientInAGrid_isAQuotientOfIntegers(String written, String own)
      throws IOException {
    Path file =
        file(
            "threads unroll",
            "'GlobalSize': {'X': '"
                + written
                + "'}, 'GlobalSizeType': 'CUDA', 'LocalSize': {'X': 'threads'}, 'Arguments': ["
                + OUTPUT
                + "]");
    T1Launch launch = T1Import.read(file, ImportOptions.NONE).launch().orElseThrow();
    assertThat(launch.grid().getFirst()).isEqualTo(own);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ceil(threads / 2 + 1)", "ceil(4096 / threads", "ceil(threads * 0.3)"})
  void read_ofOtherRounding_saysWhatIsUnderstood(String written) throws IOException {
    Path file =
        file(
            "threads unroll",
            "'GlobalSize': {'X': '"
                + written
                + "'}, 'LocalSize': {'X': 'threads'}, 'Arguments': []");
    assertThatThrownBy(() -> T1Import.read(file, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(
            "KernelSpecification.GlobalSize.X: '" + written + "' is not supported")
        .hasMessageContaining("Supported: parameters");
  }

  @Test
  void read_ofConditionsAsPythonWritesThem_areConstraints() throws IOException {
    Path file = file("threads unroll", LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("\"[0, 2]\"}]", "\"0, 2\"}, {\"Name\": \"fast\", \"Values\": [true, false]}]")
            .replace(
                "\"TuningParameters\"",
                "\"Conditions\": [\"threads % 32 == 0 and (unroll != 2 or fast)\", \"unroll in (0,"
                    + " 2) and not threads == 16\", {\"Expression\": \"32 <= threads <= 64 || fast"
                    + " == True\", \"Parameters\": [\"threads\", \"nothing\"]}, \"not unroll or"
                    + " (threads < 64 and unroll)\"], \"TuningParameters\""));
    Kernel kernel = kernel(file, ImportOptions.NONE);
    assertThat(kernel.constraints())
        .hasSizeGreaterThanOrEqualTo(4)
        .anyMatch(
            it ->
                it.condition().text().equals("not (unroll != 0) or threads < 64 and unroll != 0"));
    assertThat(kernel.parameters().get(1).values()).hasToString("[0, 2]");
    assertThat(kernel.parameters().get(2).values()).hasToString("[true, false]");
    assertThat(T1Import.read(file, ImportOptions.NONE).notes())
        .noneMatch(note -> note.contains("Parameters"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "#include <cub/cub.cuh> | <cub/cub.cuh>, which NVRTC cannot compile: kernel.yaml sets"
            + " compiler: nvcc",
        "#include <vector> | <vector>, which NVRTC cannot compile",
      })
  void read_ofSourceThatAsksForMore_saysSo(String source, String note) throws IOException {
    Path file = file(source, LAUNCH + ", 'Arguments': [" + OUTPUT + "]");
    assertThat(T1Import.read(file, ImportOptions.NONE).notes()).anyMatch(it -> it.contains(note));
  }
}

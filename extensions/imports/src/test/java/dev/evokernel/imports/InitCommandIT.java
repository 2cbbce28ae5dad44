package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a source to a run: evo init, evo check, evo run, without an evo.yaml. */
class InitCommandIT {

  private static final String SCALE =
      """
      #include "real.h"
      #ifndef TILE
      #define TILE 32
      #endif
      void scale_naive(const REAL *x, REAL *y, int n, REAL a) {
        for (int i = 0; i < n; i++) y[i] = a * x[i];
      }
      void scale(const REAL *restrict x, REAL *restrict y, int n, REAL a) {
        for (int i = 0; i < n; i += TILE)
          for (int j = i; j < i + TILE && j < n; j++) y[j] = a * x[j];
      }
      """;

  @TempDir Path folder;

  private Path source(String name, String text) throws IOException {
    Files.writeString(folder.resolve("real.h"), "#ifndef REAL\n#define REAL float\n#endif\n");
    return Files.writeString(folder.resolve(name), text);
  }

  private Execution init(Path source, String to) {
    return Execution.of("init", source.toString(), "--to", folder.resolve(to).toString());
  }

  @Test
  void init_aSourceInOpenCl_isAKernelWithALaunch() throws IOException {
    Path source =
        source(
            "scaled.cl",
            """
            __kernel void scaled(__global const float *x, __global float *y, int n) {
              int i = get_global_id(0);
              if (i < n) y[i] = 2 * x[i];
            }
            """);
    assertThat(init(source, "made").err()).isEmpty();
    assertThat(folder.resolve("made/kernel.yaml"))
        .content()
        .contains(
            "  opencl:",
            "launch: {grid: [\"ceil_div(n, THREADS_X)\"], block: [THREADS_X]}",
            "{name: x, type: f32, dimensions: [n], fill: normal}",
            "{name: y, type: f32, dimensions: [n], output: true}");
    assertThat(folder.resolve("made/reference.py")).exists();
  }

  @Test
  void init_aSourceInC_isAKernelThatIsRightAsItStands() throws IOException {
    Execution made = init(source("scale.c", SCALE), "made");
    assertThat(made.err()).isEmpty();
    assertThat(made.out()).contains("'scale' of", "scale_naive (--entry NAME)", "marked '# TODO'");
    assertThat(folder.resolve("made")).isDirectoryContaining("glob:**/real.h");

    Execution check = Execution.of("check", folder.resolve("made").toString(), "--device", "cpu");
    assertThat(check.code()).as(check.out() + check.err()).isZero();
    assertThat(check.out())
        .containsPattern("todo +line \\d+ +summary: scale\\R +→ describe the kernel in one line")
        .containsPattern("ok +space +5 valid configurations of 1 parameters")
        .containsPattern("ok +shape ragged +correct, p50")
        .containsPattern("ok +tolerance of f32 +the default's largest error is")
        .doesNotContainPattern("warning +special inputs on cpu")
        .contains("No errors, ");
    assertThat(folder).isDirectoryNotContaining("glob:**/results");

    Path inner = Files.createDirectories(folder.resolve("inner"));
    Files.writeString(
        inner.resolve("deep.c"),
        SCALE.replace("\"real.h\"", "\"../real.h\"\n#ifdef ABSENT\n#include \"absent.h\"\n#endif"));
    assertThat(init(inner.resolve("deep.c"), "other").err()).isEmpty();
    assertThat(folder.resolve("other/real.h")).isNotEmptyFile();
    assertThat(Files.readString(folder.resolve("other/kernel.yaml")))
        .contains("sources: [inner/deep.c]", "type: f32, dimensions")
        .contains("# TODO: 'absent.h', included by deep.c, was not found: name its folder with -I")
        .doesNotContain("'../real.h'");
    assertThat(Execution.of("check", folder.resolve("other").toString(), "--device", "cpu").code())
        .isZero();

    Execution again = init(folder.resolve("scale.c"), "made");
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains("exists and is not empty; nothing was written");
  }

  @Test
  void check_aKernelWithMistakes_namesEach() throws IOException {
    init(source("scale.c", SCALE), "made");
    Path file = folder.resolve("made/kernel.yaml");
    String right = Files.readString(file);

    Files.writeString(
        file,
        right.replace(
            "name: x, type: f32, dimensions: [n]", "name: x, type: f32, dimensions: [1]"));
    Execution small = Execution.of("check", file.toString(), "--device", "cpu");
    assertThat(small.code()).isEqualTo(1);
    assertThat(small.out())
        .containsPattern(
            "error +reference +.*(?i:SIGSEGV|segfault).*\\R +→ A crash of the reference suggests")
        .doesNotContain("See /");

    Files.writeString(file, right);
    Path source = folder.resolve("made/scale.c");
    Files.writeString(source, Files.readString(source).replace("a * x[j]", "1.00005f * a * x[j]"));
    Execution wrong = Execution.of("check", file.toString(), "--device", "cpu", "--format", "json");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.out())
        .contains("\"right\" : false", "wrong-result on shape 'usual'")
        .containsPattern("\\{absolute: [0-9.e-]+, relative: [0-9.e-]+} would let it pass");

    Files.writeString(file, right.replace("[8, 16, 32, 64, 128]", "[8, 16"));
    Execution unreadable = Execution.of("check", file.toString());
    assertThat(unreadable.code()).isEqualTo(1);
    assertThat(unreadable.out()).containsPattern("error +file").contains("todo");
  }

  @Test
  void init_cudaAndPython_canBeReadWhereNothingRunsThem() throws IOException {
    Path cuda =
        source(
            "add.cu",
            "template <int B> __global__ void __launch_bounds__(256) add(const float* a, float* c,"
                + " int n) { c[0] = WIDTH; }");
    assertThat(init(cuda, "cuda").err()).isEmpty();
    assertThat(Files.readString(folder.resolve("cuda/kernel.yaml")))
        .contains("entry: \"add<1>\"", "macros: {WIDTH: width}", "block: [256]");
    Path python =
        source("soft.py", "@triton.jit\ndef soft(x, n, B: tl.constexpr):\n  tl.store(x, 1)\n");
    Execution made = init(python, "python");
    assertThat(made.err()).isEmpty();
    assertThat(folder.resolve("python/triton_builder.py")).isNotEmptyFile();
    Execution check = Execution.of("check", folder.resolve("python").toString());
    assertThat(check.out()).containsPattern("ok +file +parsed for cuda: soft");
  }

  /** A returned value, a template in C++, and macros that only pragmas and conditions mention. */
  @Test
  void init_functionsThatNeedAWrapper_areRightAsTheyStand() throws IOException {
    Map<String, String> sources =
        Map.of(
            "dot.c",
            """
            #ifndef LANES
            #define LANES 4
            #endif
            static double dot(const double *x, const double *y, int n) {
              double sum = 0;
              for (int l = 0; l < LANES; l++)
                for (int i = l; i < n; i += LANES) sum += x[i] * y[i];
              return sum;
            }
            """,
            "flip.cpp",
            """
            template <typename T, int TILE = 64>
            void flip(const T *in, T *out, int n) {
              for (int t = 0; t < n; t += TILE)
                for (int i = t; i < t + TILE && i < n; i++) out[n - 1 - i] = in[i];
            }
            """,
            "twice.c",
            """
            #define TEXT(x) #x
            #define UNROLLED(n) _Pragma(TEXT(GCC unroll n))
            void twice(const float *in, float *out, int n) {
              UNROLLED(UNROLL)
            #if ORDER == 1
              for (int i = 0; i < n; i++) out[i] = 2 * in[i];
            #else
              for (int i = n - 1; i >= 0; i--) out[i] = 2 * in[i];
            #endif
            }
            """);
    Map<String, List<String>> expected =
        Map.of(
            "dot.c",
                List.of("entry: dot_entry", "name: returned, type: f64, dimensions: [1], output"),
            "flip.cpp", List.of("entry: flip_entry", "\"-DEVO_TILE={TILE}\"", "TILE: [16, 32, 64"),
            "twice.c", List.of("UNROLL: [", "ORDER: [0, 1]", "default: {UNROLL: 1, ORDER: 1}"));
    for (Map.Entry<String, String> one : sources.entrySet()) {
      Execution made = init(source(one.getKey(), one.getValue()), "of-" + one.getKey());
      assertThat(made.out() + made.err()).doesNotContain("does not compile");
      assertThat(folder.resolve("of-%s/kernel.yaml".formatted(one.getKey())))
          .content()
          .contains(expected.get(one.getKey()))
          .doesNotContain("GCC: [");
      Execution check = Execution.of("check", folder + "/of-" + one.getKey(), "--device", "cpu");
      assertThat(check.code()).as(check.out() + check.err()).isZero();
    }
    assertThat(folder.resolve("of-flip.cpp/evo_entry.cpp"))
        .content()
        .contains("void flip_entry(const float *in, float *out, int n) { flip<float, EVO_TILE>(");
  }

  @Tag("full")
  @Test
  void init_severalSourcesAndAFolderOfHeaders_areCopiedAndCompiled() throws IOException {
    Files.createDirectories(folder.resolve("inc"));
    Files.writeString(folder.resolve("inc/size.h"), "#define BLOCK 64\nvoid part(float *, int);\n");
    Path first =
        source(
            "whole.c",
            "#include <size.h>\nvoid whole(float *y, int n) { part(y, n + BLOCK - BLOCK); }");
    Path second =
        source("part.c", "void part(float *y, int n) { for (int i = 0; i < n; i++) y[i] = 1; }");
    Execution alone =
        Execution.line("init " + first + " -I " + folder + "/inc --to " + folder.resolve("one"));
    assertThat(alone.out())
        .contains("Note: The kernel does not compile yet. Name all sources: evo init FIRST.c")
        .contains("undefined reference to `part'");
    Execution both =
        Execution.line(
            "init "
                + first
                + " "
                + second
                + " -I "
                + folder
                + "/inc --to "
                + folder.resolve("both"));
    assertThat(both.out()).doesNotContain("Note:");
    assertThat(Files.readString(folder.resolve("both/kernel.yaml")))
        .contains("sources: [whole.c, part.c]", "-Iinc", "BLOCK: [16, 32, 64, 128, 256]");
    Execution check = Execution.of("check", folder + "/both", "--device", "cpu");
    assertThat(check.code()).as(check.out() + check.err()).isZero();
  }

  @Test
  void init_whatIsNoKernel_saysWhy() throws IOException {
    assertThat(init(source("a.rs", ""), "a").err())
        .contains("Name a C or C++ (.c, .cpp), CUDA (.cu), OpenCL C (.cl) or Triton (.py) file");
    assertThat(init(source("a.h", ""), "a").err()).contains("No function with a body that is void");
    assertThat(init(source("a.cu", "int f() { return 1; }"), "a").err())
        .contains("No __global__ function with a body found in a.cu.");
    assertThat(init(folder.resolve("none.c"), "a").err()).contains("Cannot read");
    assertThat(folder.resolve("a")).doesNotExist();
    Execution other =
        Execution.line("init " + source("s.c", SCALE) + " --entry f --to " + folder + "/a");
    assertThat(other.err()).contains("No function 'f' found in");
  }

  @Test
  void schema_ofEachFile_isJsonAndHasAModeline() {
    assertThat(Execution.of("schema").out()).contains("\"title\": \"kernel.yaml\"", "\"build\"");
    assertThat(Execution.of("schema", "job").out()).contains("\"title\": \"evo.yaml\"");
    assertThat(Execution.of("schema", "night", "--modeline").out())
        .startsWith("# yaml-language-server: $schema=")
        .contains("night.schema.json");
    assertThat(Execution.of("schema", "kernal").code()).isEqualTo(2);
  }
}

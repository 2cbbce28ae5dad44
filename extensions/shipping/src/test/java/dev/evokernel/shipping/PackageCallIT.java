package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Packages of kernels that need more than a call with pointers, called from C and from Python. */
@Tag("full")
final class PackageCallIT {

  @TempDir private Path folder;

  @BeforeAll
  static void compiler() throws InterruptedException {
    try {
      assumeTrue(new ProcessBuilder("cc", "--version").start().waitFor() == 0, "no C compiler");
    } catch (IOException e) {
      assumeTrue(false, "no C compiler: " + e);
    }
  }

  private static String opened(String kernel) {
    return """
    #include <stdio.h>
    #include "%1$s.h"

    static int said(evo_%1$s_result result) {
      if (result.failed) printf("%%s\\n", result.text);
      return result.failed;
    }

    int main(void) {
      evo_%1$s *kernel;
      if (said(evo_%1$s_open("package", &kernel))) return 1;
    """
        .formatted(kernel);
  }

  private void export(String name, Configuration... more) throws IOException, InterruptedException {
    export(ExampleShipment.kernel(name, "cpu"), more);
  }

  private void export(Kernel kernel, Configuration... more)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("cache"));
    Shipment shipment =
        ExampleShipment.of(
            kernel,
            more.length == 0 ? List.of(kernel.defaultConfiguration()) : List.of(more),
            Optional.empty());
    new KernelPackage(RunExport.compiled(shipment, folder), "0.2.0")
        .write(folder.resolve("package"));
  }

  private String fromC(String kernel, String body) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("main.c"), opened(kernel) + body + "  return 0;\n}\n");
    ran(
        "cc",
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Wconversion",
        "-Werror",
        "-Ipackage",
        "main.c",
        "package/" + kernel + ".c",
        "-o",
        "main",
        "-ldl",
        "-lm");
    return ran("./main");
  }

  private String fromPython(String body) throws IOException, InterruptedException {
    assumeTrue(
        new ProcessBuilder("python3", "-c", "import numpy").start().waitFor() == 0,
        "NumPy is not installed");
    Files.writeString(
        folder.resolve("main.py"),
        "import sys\nimport numpy as np\n\nsys.path.insert(0, 'package')\n" + body);
    return ran("python3", "main.py");
  }

  @Test
  void pointersAndStructures_reachTheBuffersOfTheCaller() throws IOException, InterruptedException {
    export("heads");

    assertThat(
            fromC(
                "heads",
                """
                  evo_heads_dimensions d = {.N = 2};
                  float qkv[6] = {1, 2, 0.5f, 0.25f, 10, 20}, out[2];
                  unsigned char codes[1] = {0x73};
                  evo_heads_buffers buffers = {qkv, codes, out};
                  if (said(evo_heads_launch(kernel, &d, &buffers))) return 1;
                  printf("%g %g\\n", out[0], out[1]);
                """))
        .isEqualTo("109 69\n");
    assertThat(
            fromPython(
                """
                from heads import heads

                qkv = np.array([[1, 2], [0.5, 0.25], [10, 20]], np.float32)
                print(*heads(qkv, np.array([0x73], np.uint8)))
                """))
        .isEqualTo("109.0 69.0\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"launches", "built_launches"})
  void launches_ofOneKernel_runOneAfterTheOther(String name)
      throws IOException, InterruptedException {
    export(name);

    assertThat(
            fromC(
                name,
                """
                  evo_launches_dimensions d = {.N = 3};
                  float x[3] = {1, 2, 3}, half[3], y[3];
                  double sum = 0;
                  evo_launches_buffers buffers = {x, half, y, &sum};
                  if (said(evo_launches_launch(kernel, &d, &buffers))) return 1;
                  printf("%g %g %g\\n", half[2], y[2], sum);
                """
                    .replace("evo_launches", "evo_" + name)))
        .isEqualTo("6 12 24\n");
    assertThat(
            fromPython(
                """
                from launches import launches

                half, y, sum = launches(np.array([1, 2, 3], np.float32))
                print(half[2], y[2], sum[0])
                """
                    .replace("launches", name)))
        .isEqualTo("6.0 12.0 24.0\n");
  }

  @Test
  void symbol_ofTheCaller_isWhatTheKernelReads() throws IOException, InterruptedException {
    export("convolution");

    assertThat(
            fromC(
                "convolution",
                """
                  evo_convolution_dimensions d = {.H = 2, .W = 2, .R = 3};
                  float image[16] = {[5] = 1}, filter[9] = {[4] = 3, [0] = 5}, result[4];
                  evo_convolution_buffers buffers = {image, filter, result};
                  if (said(evo_convolution_launch(kernel, &d, &buffers))) return 1;
                  printf("%g %g %g %g\\n", result[0], result[1], result[2], result[3]);
                  filter[4] = 7;
                  if (said(evo_convolution_launch(kernel, &d, &buffers))) return 1;
                  printf("%g %g\\n", result[0], result[3]);
                  d.R = 7;
                  said(evo_convolution_launch(kernel, &d, &buffers));
                """))
        .isEqualTo("3 0 0 5\n7 5\nbinaries exist only for FILTER=3, for FILTER=5\n");
    assertThat(
            fromPython(
                """
                from convolution import convolution

                image, d_filter = np.zeros((4, 4), np.float32), np.zeros((3, 3), np.float32)
                image[1, 1], d_filter[1, 1], d_filter[0, 0] = 1, 3, 5
                print(convolution(image, d_filter, H=2, W=2).ravel())
                d_filter[1, 1] = 7
                print(convolution(image, d_filter, H=2, W=2).ravel())
                """))
        .isEqualTo("[3. 0. 0. 5.]\n[7. 0. 0. 5.]\n");
  }

  @Test
  void symbol_tooSmallForTheSizes_isNotWrittenBeyond() throws IOException, InterruptedException {
    export(
        "convolution",
        ExampleShipment.kernel("convolution", "cpu")
            .defaultConfiguration()
            .with("FAULT", Value.of("small")));

    assertThat(
            fromC(
                "convolution",
                """
                  evo_convolution_dimensions d = {.H = 2, .W = 2, .R = 3};
                  float image[16] = {0}, filter[9] = {0}, result[4];
                  evo_convolution_buffers buffers = {image, filter, result};
                  said(evo_convolution_launch(kernel, &d, &buffers));
                """))
        .contains("a global variable of the library is too small");
    assertThat(
            fromPython(
                """
                from convolution import Unsupported, convolution

                try:
                    convolution(np.zeros((4, 4), np.float32), np.zeros((3, 3), np.float32), H=2, W=2)
                except Unsupported as e:
                    print(e)
                """))
        .isEqualTo("d_filter has 36 bytes; the library's variable has 4\n");
  }

  @Test
  void builtBinaries_ofAProgramOfTheKernelsOwn_areShippedAndCalled()
      throws IOException, InterruptedException {
    export("built");

    assertThat(
            fromC(
                "built",
                """
                  float x[5] = {1, 2, 3, 4, 5}, y[5];
                  evo_built_buffers buffers = {x, y, 2};
                  for (int64_t n = 4; n <= 5; n++) {
                    evo_built_dimensions d = {.N = n};
                    if (said(evo_built_launch(kernel, &d, &buffers))) return 1;
                    printf("%g %g\\n", y[0], y[n - 1]);
                  }
                """))
        .isEqualTo("2 8\n2 10\n");
    assertThat(
            fromPython(
                """
                from built import built

                print(built(np.arange(3, dtype=np.float32)))
                """))
        .isEqualTo("[0. 2. 4.]\n");
    assertThat(folder.resolve("package/CMakeLists.txt"))
        .content()
        .contains("_PREBUILT \"Use the measured binaries", "\" ON)", "its own build program");
  }

  @Test
  void builtBinaries_withoutTheDevice_areNoPackage() {
    Shipment shipment =
        ExampleShipment.of(
            ExampleShipment.kernel("built_ptx", "cuda"),
            List.of(ExampleShipment.kernel("built_ptx", "cuda").defaultConfiguration()),
            Optional.empty());

    assumeTrue(dev.evokernel.backend.Backend.named("cuda").devices().isEmpty(), "there is a GPU");
    assertThatThrownBy(() -> RunExport.compiled(shipment, folder))
        .hasMessageContaining("has no NVIDIA H200")
        .hasMessageEndingWith("Export on a machine with this device.");
  }

  @Test
  void sizes_thatParametersDecide_areThoseOfTheConfigurationThatServes()
      throws IOException, InterruptedException {
    Configuration one = ExampleShipment.kernel("partials", "cpu").defaultConfiguration();
    export("partials", one, one.with("BLOCK", Value.of(512)));

    assertThat(
            fromC(
                "partials",
                """
                  evo_partials_dimensions d = {.N = 1000};
                  printf("%d %d\\n", (int)evo_partials_elements_of(0, &d, EVO_PARTIALS_BUFFER_SUMS),
                      (int)evo_partials_elements_of(1, &d, EVO_PARTIALS_BUFFER_SUMS));
                  printf("%d\\n", (int)evo_partials_elements(&d, EVO_PARTIALS_BUFFER_SUMS));
                  evo_partials_close(kernel);
                """))
        .isEqualTo("4 2\n4\n");
    assertThat(
            fromPython(
                """
                from partials import partials

                for n in (1000, 70001):  # each has its own configuration
                    sums, greatest = partials(np.ones(n, np.float32))
                    print(sums.shape, greatest.shape, sums.sum())
                """))
        .isEqualTo("(4,) (4,) 1000.0\n(137,) (137,) 70001.0\n");
  }

  /** A kernel {@code k} whose only configuration has {@code ADD} at 1. */
  private Kernel adding(String name, String source, String arguments) throws IOException {
    Path kernel = Files.createDirectories(folder.resolve(name));
    Files.writeString(kernel.resolve("k.c"), source);
    Files.writeString(
        kernel.resolve("kernel.yaml"),
        """
        summary: Adds
        work: {flops: n, bytes: n}
        shapes: {one: {n: 1}}
        backends:
          cpu:
            sources: [k.c]
            entry: k
            reference: {sources: [k.c], entry: k, flags: [-DADD=1]}
            parameters: {ADD: [1]}
            default: {ADD: 1}
        arguments:
        """
            + arguments);
    return KernelFile.at(kernel).read("cpu");
  }

  @Test
  void scalarThatIsANumber_isTheCallers() throws IOException, InterruptedException {
    export(
        adding(
            "axpy",
            "void k(const float *x, float *y, float alpha, int m) { *y = *x * alpha + m + ADD; }",
            """
              - {name: x, type: f32, dimensions: [n], fill: normal}
              - {name: y, type: f32, dimensions: [n], output: true}
              - {name: alpha, type: f32, value: "2.5"}
              - {name: m, type: i32, value: n}
            tolerances: {f32: {absolute: 1e-5, relative: 1e-5}}
            """));

    assertThat(
            fromC(
                "axpy",
                """
                  evo_axpy_dimensions d = {.n = 1};
                  float x = 2, y;
                  evo_axpy_buffers buffers = {.x = &x, .y = &y, .alpha = 10};
                  if (said(evo_axpy_launch(kernel, &d, &buffers))) return 1;
                  printf("%g\\n", y);
                """))
        .isEqualTo("22\n");
    assertThat(folder.resolve("package/axpy.h"))
        .content()
        .contains("float alpha; /* 2.5 in the run");
    assertThat(
            fromPython(
                """
                from axpy import axpy

                x = np.array([2], np.float32)
                print(axpy(x), axpy(x, alpha=10))
                """))
        .isEqualTo("[7.] [22.]\n");
  }

  @Test
  void open_withoutABinary_fails() throws IOException, InterruptedException {
    export("built");
    try (Stream<Path> binaries = Files.list(folder.resolve("package/binaries"))) {
      Files.delete(binaries.findFirst().orElseThrow());
    }
    Files.writeString(
        folder.resolve("main.c"),
        """
        #include <stdio.h>
        #include "built.h"

        int main(void) {
          evo_built *kernel;
          evo_built_result result = evo_built_open("package", &kernel);
          printf("%d %s %d\\n", result.failed, result.text, kernel == NULL);
          return 0;
        }
        """);
    ran("cc", "-std=c11", "-Ipackage", "main.c", "package/built.c", "-o", "main", "-ldl", "-lm");
    assertThat(ran("./main"))
        .isEqualTo("1 cannot load the library; build it, or pass its folder 1\n");
  }

  @Test
  void argument_namedLikeAKeyword_hasAnotherName() throws IOException, InterruptedException {
    export(
        adding(
            "adder",
            "void k(const int *in, int *or) { *or = *in + ADD; }",
            """
              - {name: in, type: i32, dimensions: [n], fill: index}
              - {name: or, type: i32, dimensions: [n], output: true}
            """));

    assertThat(
            fromC(
                "adder",
                """
                  evo_adder_dimensions d = {.n = 1};
                  int32_t in = 1, out;
                  evo_adder_buffers buffers = {.in_ = &in, .or_ = &out};
                  if (said(evo_adder_launch(kernel, &d, &buffers))) return 1;
                  printf("%d\\n", (int)out);
                """))
        .isEqualTo("2\n");
    assertThat(
            fromPython(
                """
                from adder import adder

                print(adder(np.array([41], np.int32)))
                """))
        .isEqualTo("[42]\n");
  }

  @Test
  void kernelWithoutInputs_inPython_makesItsOutput() throws IOException, InterruptedException {
    export(
        adding(
            "counter",
            "void k(int *out, int n) { for (int i = 0; i < n; i++) out[i] = i + ADD; }",
            """
              - {name: out, type: i32, dimensions: [n], output: true}
              - {name: n, type: i32, value: n}
            """));

    assertThat(
            fromPython(
                """
                from counter import counter

                print(counter(n=3))
                """))
        .isEqualTo("[1 2 3]\n");
  }

  @Test
  void inout_inPython_isPassedAndWritten() throws IOException, InterruptedException {
    export("stencil");

    assertThat(
            fromPython(
                """
                import inspect
                import stencil

                print([name for name, _, _, how in stencil._BUFFERS if how == "inout"])
                print([str(p) for p in inspect.signature(stencil.stencil).parameters.values()])
                try:
                    parameters = inspect.signature(stencil.stencil).parameters.values()
                    stencil.stencil(*[None for p in parameters if p.kind == p.POSITIONAL_OR_KEYWORD])
                except stencil.Unsupported as e:
                    print(e)
                """))
        .contains("must be a tensor, was None");
  }

  /** Texts of a kernel stay texts in every language of its package. */
  @Test
  void textsThatEndTextsOfEveryLanguage_areNeverRun() throws IOException, InterruptedException {
    String name = "x\"\"\"; open('ran', 'w'); \"\"\" $(touch ran) `touch ran` *\\ <b>%s EVO_YAML";
    String because =
        "\" + str(open('ran', 'w')) + \" */ #error \n \"\"\"; open('ran', 'w') ${ENV} ??/ \\ %n </script>";
    Path hostile = Files.createDirectory(folder.resolve(name));
    for (String file : List.of("heads.c", "kernel.yaml")) {
      Files.copy(
          ExampleShipment.kernel("heads", "cpu").folder().resolve(file), hostile.resolve(file));
    }
    Files.writeString(
        hostile.resolve("kernel.yaml"),
        "    constraints: [{require: SCALE < N, because: %s}]\n"
            .formatted(JsonMapper.shared().writeValueAsString(because)),
        StandardOpenOption.APPEND);
    Kernel kernel = KernelFile.at(hostile).read("cpu");
    String word = kernel.name().replaceAll("\\W", "_");
    export(kernel);

    ran("cc", "-Wall", "-Werror", "-fsyntax-only", "package/" + word + ".c");
    ran("cc", "-x", "c++", "-Wall", "-Werror", "-fsyntax-only", "package/dispatch.h");
    ran("python3", "-c", "import ast; ast.parse(open('package/%s.py').read())".formatted(word));
    Files.writeString(
        folder.resolve("numpy.py"), "def __getattr__(name):\n    return type(name, (), {})\n");
    ran("env", "PYTHONPATH=.", "python3", "package/" + word + ".py");

    assertThat(folder.resolve("ran")).doesNotExist();
    assertThat(folder.resolve("package/README.md")).content().doesNotContain(" <b>");
    assertThat(folder.resolve("package/%s.py".formatted(word)))
        .content()
        .doesNotContain("x\"\"\";");
  }

  private String ran(String... command) throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as("%s%n%s", List.of(command), Files.readString(output)).isZero();
    return Files.readString(output);
  }
}

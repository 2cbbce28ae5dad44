package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.kernel.Reference;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts run by Python, whose NumPy they need; Kernel Tuner is not there. */
@Timeout(120)
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
    Path folder = temporary.resolve("made");
    try (var run = KernelTunerScript.run(script(options), call, PYTHON)) {
      ImportedFolder.write(run.imported(), folder);
    }
    return KernelReader.read(folder, "cuda");
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
        "options['texmem_args'] = {'image': left} | textures are not known to evo",
        "options['grid_div_x'] = lambda p: p['tile'] | grid_div_x is a function; write the divisors"
            + " as texts",
        "options['restrictions'] = 5 | the restriction 5 is neither a text nor a function",
        "SOURCE = lambda p: '' | the kernel's source is a function of the configuration",
        "options.update(lang='C', compiler='nvcc') | lang is C for a .cu file",
        "import absent | before call 1 of tune_kernel in line 41: ModuleNotFoundError: No module"
            + " named 'absent'",
        "raise SystemExit(3) | called tune_kernel 0 times, and call 1 was asked for",
      })
  void run_ofWhatEvoCannotTake_saysWhyAndHowElse(String options, String message)
      throws IOException {
    Path script = script(options);
    assertThatThrownBy(() -> KernelTunerScript.run(script, 1, PYTHON))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith(script.toString())
        .hasMessageContaining(message);
  }

  @Test
  void run_ofScriptThatIsNotThere_saysSo() {
    Path script = temporary.resolve("none.py");
    assertThatThrownBy(() -> KernelTunerScript.run(script, 1, PYTHON))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("there is no such file");
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
    try (var run = KernelTunerScript.run(script, 1, PYTHON)) {
      ImportedKernel kernel = run.imported();
      assertThat(kernel.code().sources()).containsExactly(temporary.resolve("one.c"));
      assertThat(kernel.code().launch()).isEqualTo(Optional.empty());
      assertThat(kernel.notes()).contains("CompilerOptions has no -O: -O2 is added");
    }
  }
}

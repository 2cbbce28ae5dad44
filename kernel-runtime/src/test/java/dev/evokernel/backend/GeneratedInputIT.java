package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An input that a Python script makes. */
final class GeneratedInputIT {

  private static final String SCRIPT =
      """
      import json, sys, time
      import numpy as np
      folder = sys.argv[1]
      request = json.load(open(f"{folder}/request.json"))
      open("runs", "a").write(f"{request['shape']} {request['seed']}\\n")
      wanted = np.full(request["extents"], request["seed"] + request["dimensions"]["N"])
      np.save(f"{folder}/{request['name']}.npy", wanted.astype(np.float32))
      """;

  @TempDir private Path folder;

  @BeforeAll
  static void assumeTools() {
    RowsKernel.assumePython();
  }

  /** The comment makes it another script than that of any other test. */
  private Kernel kernel(String script, String fill) throws IOException {
    Files.writeString(folder.resolve("make.py"), script + "# " + folder + "\n");
    Files.writeString(folder.resolve("copy.c"), "");
    Files.writeString(
        folder.resolve("kernel.yaml"),
        """
        summary: A copy
        arguments:
          - {name: x, type: f32, dimensions: [N], fill: {%s}}
          - {name: y, type: f32, dimensions: [N], output: true}
        tolerances: {f32: {absolute: 0, relative: 0}}
        work: {flops: N, bytes: 8 * N}
        shapes:
          small: {N: 3}
          large: {N: 70000}
        backends:
          cpu:
            sources: [copy.c]
            entry: copy
            reference: {sources: [copy.c], entry: copied}
            parameters: {BLOCK: [1, 2]}
            default: {BLOCK: 1}
        """
            .formatted(fill));
    return KernelReader.read(folder, "cpu");
  }

  private static double[] elements(Kernel kernel, String shape, long seed, int count) {
    Signature.Input input = kernel.inputs().getFirst();
    double[] chunk = new double[count];
    InputFill.of(kernel, kernel.shape(shape), InputSet.usual(seed), input).next(chunk, count);
    return chunk;
  }

  @Test
  void next_ofACommand_isWhatItWroteForTheShapeAndTheSeed() throws IOException {
    Kernel kernel = kernel(SCRIPT, "command: [python3, make.py]");
    assertThat(elements(kernel, "small", 5, 3)).containsOnly(8);
    assertThat(elements(kernel, "large", 5, 70_000)).containsOnly(70_005);
    assertThat(elements(kernel, "small", 6, 3)).containsOnly(9);
    assertThat(elements(kernel, "small", 5, 3)).containsOnly(8);
    assertThat(Files.readAllLines(folder.resolve("runs")))
        .containsExactly("small 5", "large 5", "small 6");
  }

  @Test
  void next_ofAnotherScript_runsIt() throws IOException {
    elements(kernel(SCRIPT, "command: [python3, make.py]"), "small", 5, 3);
    Kernel changed =
        kernel(SCRIPT.replace("[\"seed\"] +", "[\"seed\"] *"), "command: [python3, make.py]");
    assertThat(elements(changed, "small", 5, 3)).containsOnly(15);
  }

  @Test
  void sources_ofAKernel_haveItsScripts() throws IOException {
    Kernel kernel = kernel(SCRIPT, "command: [python3, make.py]");
    assertThat(kernel.inputFiles(kernel.shapes())).containsExactly(folder.resolve("make.py"));
    String before = KernelSources.of(kernel).hash();
    Kernel changed = kernel(SCRIPT + "pass\n", "command: [python3, make.py]");
    assertThat(KernelSources.of(changed).hash()).isNotEqualTo(before);
  }

  @Test
  void next_ofAnArrayOfAnotherSize_saysBoth() throws IOException {
    Kernel kernel =
        kernel(SCRIPT.replace("request[\"extents\"]", "[2, 2]"), "command: [python3, make.py]");
    assertThatThrownBy(() -> elements(kernel, "small", 5, 3))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("'python3 make.py' that fills 'x'")
        .hasMessageContaining("wrote a x.npy that has")
        .hasMessageContaining("Run it by hand: cd " + folder);
  }

  @Test
  void next_ofACommandThatFails_saysWhatItSaid() throws IOException {
    Kernel kernel = kernel("import nothing_of_that_name\n", "command: [python3, make.py]");
    assertThatThrownBy(() -> elements(kernel, "small", 5, 3))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("ended with status 1")
        .hasMessageContaining("nothing_of_that_name");
  }

  @Test
  void next_ofACommandThatWritesNothing_saysWhatIsMissing() throws IOException {
    Kernel kernel = kernel("pass\n", "command: [python3, make.py]");
    assertThatThrownBy(() -> elements(kernel, "small", 5, 3))
        .hasMessageContaining("wrote no x.npy");
  }

  @Test
  void next_ofACommandThatHangs_stopsIt() throws IOException {
    Kernel kernel =
        kernel("import time\ntime.sleep(60)\n", "command: [python3, make.py], timeout: 1s");
    assertThatThrownBy(() -> elements(kernel, "small", 5, 3))
        .hasMessageContaining("was stopped after 1 s")
        .hasMessageContaining("'timeout'");
  }
}

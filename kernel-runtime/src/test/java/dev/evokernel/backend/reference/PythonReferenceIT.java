package dev.evokernel.backend.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reference and inputs that are functions of a Python file, with NumPy. */
final class PythonReferenceIT {

  private static final String SCRIPT =
      """
      import numpy as np

      open("../starts", "a").write("s")
      print("imported")

      def reference(x, k, scale, M, N):
          open("../calls", "a").write("c")
          print("called")
          return {"y": scale * k[:, None] * x.astype(np.float64), "n": np.array([M * N])}

      def inputs(seed, M, **others):
          open("../fills", "a").write("f")
          return {"k": np.arange(M) + seed % 2, "unused": None}
      """;

  /** Stand-in for PyTorch on NumPy, with what a function sees of it. */
  private static final String TORCH =
      """
      import contextlib
      from types import SimpleNamespace as Names

      class Tensor:
          def __init__(self, array, device="cpu", dtype=None):
              self.array, self.device, self.dtype = array, device, dtype

          def to(self, what):
              on_device = what.startswith("cuda")
              return Tensor(self.array, what if on_device else self.device, None if on_device else what)

          def detach(self):
              return self

          def float(self):
              return Tensor(self.array, self.device)

          cpu = detach

          def numpy(self):
              assert self.dtype is None, self.dtype
              return self.array

      bfloat16 = "torch.bfloat16"
      from_numpy = Tensor
      no_grad = contextlib.nullcontext
      backends = Names(cudnn=Names(), cuda=Names(matmul=Names()))
      cuda = Names(empty_cache=lambda: open("../emptied", "a").write("e"))
      """;

  @TempDir private Path temporary;

  private Path folder = Path.of("");

  @BeforeAll
  static void assumeNumPy() throws IOException {
    try {
      ToolRun numpy = ToolRun.of(List.of("python3", "-c", "import numpy"), Duration.ofSeconds(60));
      assumeTrue(numpy.succeeded(), "python3 has no numpy");
    } catch (IOException absent) {
      assumeTrue(false, "no python3 on this machine");
    }
  }

  @BeforeEach
  void write() throws IOException {
    folder = Files.createDirectory(temporary.resolve("rows"));
    Files.writeString(folder.resolve("rows.c"), "// SCALE");
    Files.writeString(folder.resolve("reference.py"), SCRIPT);
    kernel("index");
  }

  @AfterEach
  void end() {
    PythonProcess.end();
  }

  private Kernel kernel(String fill) throws IOException {
    Files.writeString(
        folder.resolve("kernel.yaml"),
        """
        summary: Scales rows
        backends:
          cpu:
            sources: [rows.c]
            entry: rows
            arguments:
              - {name: x, type: bf16, dimensions: [M, N]}
              - {name: k, type: i32, dimensions: [M], fill: %s}
              - {name: y, type: f32, dimensions: [M, N], output: true}
              - {name: n, type: i32, dimensions: [1], output: true}
              - {name: scale, type: f32, value: 1.5}
            tolerances: {f32: {absolute: 0, relative: 0}}
            work: {flops: 1, bytes: 1}
            reference: {python: reference.py, timeout: 60s}
            parameters: {SCALE: [3, 6]}
            default: {SCALE: 3}
            shapes:
              small: {M: 3, N: 4}
              large: {M: 30, N: 40}
        """
            .formatted(fill));
    return read();
  }

  private Kernel read() {
    return KernelReader.read(folder, "cpu")
        .with(new KernelIdentity.Programs(temporary.resolve("cache"), "cpu"));
  }

  private Map<String, double[]> outputs(Kernel kernel, String shape, long seed) {
    var program = ((Reference.Command) kernel.reference()).program();
    try (Arena arena = Arena.ofConfined()) {
      var values = new LinkedHashMap<String, double[]>();
      new ReferenceCommand(kernel, program, temporary.resolve("cache"))
          .outputs(kernel.shape(shape), InputSet.usual(seed), arena)
          .forEach((name, array) -> values.put(name, values(array)));
      return values;
    }
  }

  private static double[] values(NpyArray array) {
    int count = (int) (array.data().byteSize() / array.type().bytes());
    double[] values = new double[count];
    var bytes = array.data().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    Elements.read(array.type(), bytes, count, values);
    return values;
  }

  private static double[] input(Kernel kernel, String shape, long seed, int position, int count) {
    Signature.Input input = kernel.inputs().get(position);
    double[] chunk = new double[count];
    InputFill.of(kernel, kernel.shape(shape), InputSet.usual(seed), input).at(0, chunk, count);
    return chunk;
  }

  private long count(String name) throws IOException {
    Path file = temporary.resolve(name);
    return Files.exists(file) ? Files.size(file) : 0;
  }

  @Test
  void outputs_ofAFunction_areTheArraysThatItReturns() throws IOException {
    Kernel kernel = read();
    Map<String, double[]> outputs = outputs(kernel, "small", 1);
    double[] x = new double[12];
    ByteBuffer rounded = ByteBuffer.allocate(24);
    Elements.write(ElementType.BF16, input(kernel, "small", 1, 0, 12), 12, rounded);
    Elements.read(ElementType.BF16, rounded, 12, x);
    assertThat(outputs.get("n")).containsExactly(12);
    assertThat(outputs.get("y"))
        .containsExactly(
            IntStream.range(0, 12).mapToDouble(i -> 1.5 * Math.floorDiv(i, 4) * x[i]).toArray());
  }

  @Test
  void outputs_ofSeveralShapesAndInputSets_startOneProcess() throws IOException {
    for (long seed = 1; seed <= 3; seed++) {
      outputs(read(), "small", seed);
      outputs(read(), "large", seed);
    }
    assertThat(count("starts")).isEqualTo(1);
    assertThat(count("calls")).isEqualTo(6);
  }

  @Test
  void outputs_asBefore_startNoProcess() throws IOException {
    Map<String, double[]> before = outputs(read(), "small", 1);
    PythonProcess.end();
    Files.writeString(folder.resolve("rows.c"), "// SCALE, changed");
    kernel("'index'");
    assertThat(outputs(read(), "small", 1).get("y")).containsExactly(before.get("y"));
    assertThat(count("starts")).isEqualTo(1);
  }

  @Test
  void outputs_ofAChangedFileOrInput_areComputedAgain() throws IOException {
    outputs(read(), "small", 1);
    Files.writeString(folder.resolve("reference.py"), SCRIPT.replace("scale * k", "2 * k"));
    outputs(read(), "small", 1);
    assertThat(count("starts")).isEqualTo(2);
    outputs(kernel("1"), "small", 1);
    assertThat(count("calls")).isEqualTo(3);
  }

  @Test
  void outputs_asATuple_areInTheOrderOfTheOutputs() throws IOException {
    Files.writeString(
        folder.resolve("reference.py"),
        """
        import numpy as np
        from helper import ones
        def reference(seed, shape, **rest):
            assert shape == "small" and sorted(rest) == ["M", "N", "k", "scale", "x"], rest
            return ones(rest["M"], rest["N"]).T, np.array([seed], dtype=np.int16)
        """);
    Files.writeString(
        folder.resolve("helper.py"),
        "import numpy as np\ndef ones(M, N): return np.arange(M * N).reshape(N, M) / 4\n");
    Map<String, double[]> outputs = outputs(read(), "small", 7);
    assertThat(outputs.get("n")).containsExactly(7);
    assertThat(outputs.get("y")).startsWith(0, 0.75, 1.5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "scale * k[:, None]|scale * k[:, 0]|reference.py, line 9: return {\"y\": scale * k[:, 0]|IndexError: too many indices",
        "def reference(x,|def reference(X,|asks for X. It may ask for: x, k, shape, seed, M, N, scale|",
        "{\"y\": |{\"z\": |returned no 'y'. Write: return {'y': …}|",
        "* x.astype|* x.T.astype|failed:|ValueError: operands could not be broadcast",
        "{\"y\": |{\"y\": x[:2] if M else |returned a 'y' that has the shape (2, 4), not (3, 4)|return {'y': result.astype(np.float32)}",
        "np.array([M * N])|np.array([0.5])|returned a 'n' that has elements of type <f8 for an output of type i32|np.int32",
        "scale * k|np.nan * k|returned a 'y' that has NaN at [0, 0]|",
        "import numpy as np|import numpi as np|reference.py, line 1: import numpi as np|-m pip install numpi",
        "print(\"called\")|import os; os._exit(3)|gave no result. It ended with status 3 when asked to 'call'|",
        "print(\"called\")|raise SystemExit('no luck')|failed:|SystemExit: no luck",
        "print(\"called\")|raise ValueError('ä' * 9000)|ValueError: ää|",
        "print(\"called\")|x[0] = 1; k += 1; return 5|returned 1 arrays, not 2: y, n|",
        "print(\"imported\")|def broken(:|SyntaxError|def broken(:",
      })
  void outputs_ofABrokenFunction_sayWhereAndWhy(
      String old, String replacement, String said, String advice) throws IOException {
    Files.writeString(folder.resolve("reference.py"), SCRIPT.replace(old, replacement));
    assertThatThrownBy(() -> outputs(read(), "small", 1))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(
            "The reference 'reference.py' of kernel 'rows', on shape small (M=3 N=4) with seed 1, ")
        .hasMessageContaining(said)
        .hasMessageContaining(Objects.requireNonNullElse(advice, ""));
  }

  @Test
  void outputs_ofAFunctionOfTensors_areComputedOnTheDevice() throws IOException {
    Files.writeString(folder.resolve("torch.py"), TORCH);
    Files.writeString(
        folder.resolve("reference.py"),
        """
        import torch
        def reference(x: torch.Tensor, k, M):
            assert (x.device, x.dtype) == ("cuda:1", torch.bfloat16), (x.device, x.dtype)
            assert (k.device, k.dtype) == ("cuda:1", None) and M == 3
            return x, torch.Tensor(k.array[2:], "cuda:1")
        """);
    Kernel kernel = read().with(new KernelIdentity.Programs(temporary.resolve("cache"), "cuda:1"));
    assertThat(outputs(kernel, "small", 1).get("n")).containsExactly(2);
    assertThat(count("emptied")).isEqualTo(1);
  }

  @Test
  void outputs_ofAFunctionThatHangs_endTheProcessAtTheLimit() throws IOException {
    kernel("index");
    Path file = folder.resolve("kernel.yaml");
    Files.writeString(file, Files.readString(file).replace("timeout: 60s", "timeout: 1s"));
    Files.writeString(
        folder.resolve("reference.py"),
        SCRIPT.replace("print(\"called\")", "import time; time.sleep(60)"));
    assertThatThrownBy(() -> outputs(read(), "small", 1))
        .hasMessageContaining("was stopped after 1 s. Give it a longer 'timeout'.");
  }

  @Test
  void inputs_ofAFunction_areMadeTogetherAndKept() throws IOException {
    Kernel kernel = kernel("{python: reference.py}");
    assertThat(input(kernel, "small", 1, 1, 3)).containsExactly(1, 2, 3);
    assertThat(input(kernel, "small", 2, 1, 3)).containsExactly(0, 1, 2);
    assertThat(outputs(kernel, "small", 1).get("n")).containsExactly(12);
    PythonProcess.end();
    assertThat(input(kernel, "small", 1, 1, 3)).containsExactly(1, 2, 3);
    assertThat(count("starts")).isEqualTo(1);
    assertThat(count("fills")).isEqualTo(2);
  }

  @Test
  void inputs_ofAFunctionThatForgetsOne_sayWhich() throws IOException {
    Kernel kernel = kernel("{python: reference.py}");
    Path file = folder.resolve("kernel.yaml");
    Files.writeString(
        file,
        Files.readString(file)
            .replace(
                "type: bf16, dimensions: [M, N]",
                "type: f64, dimensions: [M, N], fill: {python: reference.py}"));
    assertThatThrownBy(() -> input(read(), "small", 1, 1, 3))
        .hasMessageContaining("returned no 'x'. Write: return {'x': …}");
    assertThat(kernel.inputs()).hasSize(2);
  }

  @Test
  void inputs_ofAFunctionThatReturnsAnotherSize_sayBoth() throws IOException {
    Files.writeString(
        folder.resolve("reference.py"), SCRIPT.replace("np.arange(M)", "np.arange(5)"));
    assertThatThrownBy(() -> input(kernel("{python: reference.py}"), "small", 1, 1, 3))
        .hasMessageContaining("The function in 'reference.py' that fills 'k' of kernel 'rows'")
        .hasMessageContaining("returned a 'k' that has the shape (5,), not (3,)");
  }
}

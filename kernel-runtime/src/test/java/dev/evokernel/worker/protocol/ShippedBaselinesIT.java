package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.reference.ReferenceInputs;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts of {@code kernels/baselines}, where there is a Python but no GPU. */
class ShippedBaselinesIT {

  private static final Path SCRIPTS = Path.of("..", "kernels", "baselines");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Hands back the input, and prints where it should not. */
  private static final String COPY =
      """
      from baseline import Refused, serve

      class Copy:
          library, device = "copy 1.0", ""

          def __init__(self, problem):
              if problem.cold:
                  raise Refused("caches are hot here")
              self.problem = problem

          def outputs(self):
              return {"y": ("f32", self.problem.inputs["x"]["dimensions"], self.problem.bytes_of("x"))}

          def nanos(self, launches):
              print("noise")
              return 7 * launches

      serve(Copy)
      """;

  @TempDir Path folder;
  private Path exchange = Path.of("");

  @BeforeAll
  static void assumePython() {
    RowsKernel.assumePython();
  }

  @BeforeEach
  void write() throws IOException {
    exchange = Files.createDirectory(folder.resolve("exchange"));
    Kernel kernel = KernelReader.read(Path.of("src/test/resources/kernels/copy"), "cpu");
    new ReferenceInputs(kernel, kernel.shape("ragged"), InputSet.usual(1)).write(exchange);
  }

  private static Map<String, Object> open(Path exchange, int version, String cache) {
    var question = new LinkedHashMap<String, Object>();
    question.put("open", exchange.toString());
    question.put("evo_baseline", version);
    question.put("device", "cpu");
    question.put("cache", cache);
    return question;
  }

  private ToolProcess start(String... words) {
    return ToolProcess.start(List.of(words), folder, Map.of(), true);
  }

  @Test
  void serve_aCopyingBaseline_answersEveryQuestion() throws Exception {
    Files.copy(SCRIPTS.resolve("baseline.py"), folder.resolve("baseline.py"));
    Files.writeString(folder.resolve("copy.py"), COPY);
    try (ToolProcess process = start("python3", "copy.py");
        Arena arena = Arena.ofConfined()) {
      assertThat(process.ask(open(exchange, 1, "hot"), LIMIT).get("ready").asString())
          .isEqualTo("copy 1.0");
      assertThat(process.ask(Map.of("write", true), LIMIT).get("written").asBoolean()).isTrue();
      NpyArray copy = NpyArray.read(exchange.resolve("y.npy"), arena);
      assertThat(copy.dimensions()).containsExactly(33L);
      assertThat(copy.data().mismatch(NpyArray.read(exchange.resolve("x.npy"), arena).data()))
          .isEqualTo(-1);
      assertThat(process.ask(Map.of("time", 6), LIMIT).get("nanos").asInt()).isEqualTo(42);
      assertThatThrownBy(() -> process.ask(open(exchange, 1, "cold"), LIMIT))
          .hasMessage("caches are hot here");
      assertThatThrownBy(() -> process.ask(open(exchange, 2, "hot"), LIMIT))
          .hasMessageContaining("evo speaks version 2");
      assertThat(process.isUsable()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "attention.py, --backend, flash, '', ''",
    "gemm.py, --library, cublas, '', ''",
    "rows.py, --function, softmax, --mode, compile",
  })
  void open_onAProcessor_isRefusedByWhatNeedsAGpu(
      String script, String key, String value, String more, String mode)
      throws InterruptedException {
    String file = SCRIPTS.resolve(script).toAbsolutePath().toString();
    try (ToolProcess process =
        more.isEmpty()
            ? start("python3", file, key, value)
            : start("python3", file, key, value, more, mode)) {
      assertThatThrownBy(() -> process.ask(open(exchange, 1, "hot"), LIMIT))
          .hasMessageMatching("there is no PyTorch .*|it runs on CUDA devices alone, not on cpu");
    }
  }
}

package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.WidthsKernel;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * The build command for Triton, with a package in Triton's place that writes down what it is asked.
 */
class TritonBuilderIT {

  private static final Path EXAMPLES = Path.of("..", "examples", "triton");
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;

  private ToolProcess start() {
    Assumptions.assumeTrue(
        List.of(System.getenv("PATH").split(":", -1)).stream()
            .anyMatch(path -> Files.isExecutable(Path.of(path, "python3"))),
        "no python3 on this machine");
    Path fake = WidthsKernel.file().resolve("../../../triton").normalize();
    return ToolProcess.start(
        List.of(
            "env",
            "PYTHONPATH=" + fake,
            "python3",
            EXAMPLES.resolve("common/triton_builder.py").toAbsolutePath().toString(),
            fake.resolve("kernel.py").toString()),
        folder,
        Map.of(),
        false);
  }

  private Map<String, Object> combine(String parameters) {
    return json(
        """
        {"build": "%s", "entry": "combine", "parameters": {%s}, "macros": {},
         "arguments": [
           {"name": "x", "kind": "input", "type": "f8e4m3"}, {"name": "y", "kind": "output", "type": "bf16"},
           {"name": "tail", "kind": "pointer", "type": "u8"}, {"name": "bias", "kind": "null", "type": "u8"}],
         "device": {"name": "NVIDIA H200", "compute_capability": 90}}
        """
            .formatted(folder, parameters.replace('\'', '"')));
  }

  private Map<String, Object> question(String parameters, String macros) {
    return json(
        """
        {"build": "%s", "entry": "scale", "parameters": {%s}, "macros": {%s},
         "arguments": [
           {"name": "x", "kind": "input", "type": "f16"}, {"name": "y", "kind": "output", "type": "T"},
           {"name": "factor", "kind": "scalar", "type": "f32", "value": 1.0},
           {"name": "stride", "kind": "scalar", "type": "i32", "value": 1},
           {"name": "N", "kind": "scalar", "type": "i32"}],
         "device": {"name": "NVIDIA H200", "compute_capability": 90}}
        """
            .formatted(folder, parameters.replace('\'', '"'), macros.replace('\'', '"')));
  }

  private static Map<String, Object> json(String json) {
    return Protocol.JSON.readValue(
        json,
        Protocol.JSON
            .getTypeFactory()
            .constructMapType(java.util.LinkedHashMap.class, String.class, Object.class));
  }

  private String asked() throws IOException {
    return Files.readString(folder.resolve("kernel.cubin"), StandardCharsets.ISO_8859_1);
  }

  @Test
  void build_typesConstantsAndAlignments_areThoseOfTheKernel() throws Exception {
    try (ToolProcess process = start()) {
      JsonNode ready = process.ask(Map.of("open", "scale"), LIMIT);
      assertThat(ready.get("ready").asString()).isEqualTo("triton 3.6.0");
      JsonNode answer =
          process.ask(
              question("'BLOCK': 128, 'num_warps': 8, 'num_stages': 3", "'T': 'f32', 'N': 1024"),
              LIMIT);
      assertThat(answer.toString())
          .isEqualTo(
              "{\"cubin\":\"kernel.cubin\",\"entry\":\"scale\",\"block\":[256],\"shared\":1024,"
                  + "\"arguments\":[\"x\",\"y\",\"N\",\"factor\"],\"hidden\":[null,null]}");
      assertThat(asked())
          .contains("GPUTarget(backend='cuda', arch=90, warp_size=32)")
          .contains(
              "{'x': '*fp16', 'y': '*fp32', 'N': 'i32', 'stride': 'constexpr', 'factor': 'fp32',"
                  + " 'BLOCK': 'constexpr', 'EVEN': 'constexpr', 'FAST': 'constexpr'}")
          .contains("{'stride': 1, 'BLOCK': 128, 'EVEN': True, 'FAST': True}")
          .contains(
              "{(0,): [['tt.divisibility', 16]], (1,): [['tt.divisibility', 16]],"
                  + " (2,): [['tt.divisibility', 16]]}")
          .contains("{'num_warps': 8, 'num_stages': 3}");
    }
  }

  @Test
  void build_aSizeOfWhichNothingIsKnown_isSupposedToBeAny() throws Exception {
    try (ToolProcess process = start()) {
      process.ask(question("'BLOCK': 128, 'EVEN': false", "'T': 'f32'"), LIMIT);
      assertThat(asked()).contains("'N': 'i32'").doesNotContain("(2,): [['tt.divisibility'");
      process.ask(question("'BLOCK': 128, 'EVEN': false", "'T': 'f32', 'N_16': true"), LIMIT);
      assertThat(asked()).contains("(2,): [['tt.divisibility'");
      process.ask(question("'BLOCK': 128, 'EVEN': false", "'T': 'f32', 'N_16': false"), LIMIT);
      assertThat(asked()).doesNotContain("(2,): [['tt.divisibility'");
    }
  }

  @Test
  void build_wordsThatPythonKnows_areWhatTheyMean() throws Exception {
    try (ToolProcess process = start()) {
      JsonNode answer =
          process.ask(combine("'ACC': 'tl.bfloat16', 'ACTIVATION': 'relu', 'ORDER': 'row'"), LIMIT);
      assertThat(answer.get("arguments").toString()).isEqualTo("[\"x\",\"y\",\"tail\"]");
      assertThat(asked())
          .contains("'x': '*fp8e4nv', 'y': '*bf16', 'tail': '*u8', 'bias': 'constexpr'")
          .contains("{'bias': None, 'ACC': dtype(bf16), 'ACTIVATION': jit(relu), 'ORDER': 'row'}")
          .doesNotContain("(2,): [['tt.divisibility'");
      process.ask(combine("'ACC': 'tl.bfloat16', 'ACTIVATION': 'None', 'ORDER': 'row'"), LIMIT);
      assertThat(asked()).contains("'ACTIVATION': None");
      answer =
          process.ask(combine("'ACC': 'tl.bfloat61', 'ACTIVATION': 'None', 'ORDER': 'row'"), LIMIT);
      assertThat(answer.get("error").asString()).contains("'tl.bfloat61' means nothing");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'BLOCK': 128                                     | 'T': 'f32' | reads 'N': say it below"
            + " 'macros'",
        "'BLOCK': 128, 'EVEN': true                       |            | say macros: {T: …}",
        "'EVEN': true                                     | 'T': 'f32' | 'BLOCK' is neither an"
            + " argument",
        "'BLOCK': 128, 'EVEN': true, 'BLOK': 3            | 'T': 'f32' | 'BLOK' is no parameter",
        "'BLOCK': 128, 'EVEN': true, 'num_warps': 64      | 'T': 'f32' | ptxas: too many warps",
      })
  void build_whatCannotBeCompiled_isAnErrorWithItsReason(
      String parameters, String macros, String why) throws Exception {
    try (ToolProcess process = start()) {
      JsonNode answer = process.ask(question(parameters, macros == null ? "" : macros), LIMIT);
      assertThat(answer.get("error").asString()).contains(why);
      assertThat(process.isUsable()).isTrue();
    }
  }

  private Map<String, Object> launches(String parameters) {
    return json(
        """
        {"build": "%s", "parameters": {%s}, "macros": {"T": "f32", "N_16": true},
         "launches": [{"entry": "scale", "arguments": ["x", "y", "N"]}, {"entry": "relu", "arguments": ["x"]}],
         "arguments": [
           {"name": "x", "kind": "input", "type": "f16"}, {"name": "y", "kind": "scratch", "type": "T"},
           {"name": "N", "kind": "scalar", "type": "i32"}, {"name": "M", "kind": "scalar", "type": "i32"}],
         "device": {"name": "NVIDIA H200", "compute_capability": 90}}
        """
            .formatted(folder, parameters.replace('\'', '"')));
  }

  @Test
  void build_ofSeveralLaunches_givesEachItsOwnBinaryAndOptions() throws Exception {
    try (ToolProcess process = start()) {
      String shared = "'stride': 3, 'factor': 2.5, 'BLOCK': 128, 'EVEN': true, 'num_warps': 8";
      JsonNode answer = process.ask(launches(shared + ", 'relu_num_warps': 2"), LIMIT);
      assertThat(answer.toString())
          .isEqualTo(
              "{\"launches\":[{\"cubin\":\"kernel-0.cubin\",\"entry\":\"scale\",\"block\":[256],\"shared\":1024,"
                  + "\"arguments\":[\"x\",\"y\",\"N\"],\"hidden\":[null,null]},"
                  + "{\"cubin\":\"kernel-1.cubin\",\"entry\":\"relu\",\"block\":[64],\"shared\":1024,"
                  + "\"arguments\":[\"x\"],\"hidden\":[null,null]}]}");
      assertThat(Files.readString(folder.resolve("kernel-0.cubin"), StandardCharsets.ISO_8859_1))
          .contains("'BLOCK': 128", "{'num_warps': 8}", "(2,): [['tt.divisibility', 16]]");
      assertThat(Files.readString(folder.resolve("kernel-1.cubin"), StandardCharsets.ISO_8859_1))
          .contains("{'num_warps': 2}")
          .doesNotContain("BLOCK");
      assertThat(process.ask(launches(shared + ", 'BLOK': 3"), LIMIT).get("error").asString())
          .isEqualTo("'BLOK' is no parameter of ['scale', 'relu']. Of one alone it is ENTRY_NAME");
      assertThat(
              process
                  .ask(launches(shared.replace(", 'BLOCK': 128", "")), LIMIT)
                  .get("error")
                  .asString())
          .startsWith("scale: 'BLOCK' is neither an argument");
    }
  }

  @Test
  void build_ofAFunctionThatIsNotThere_namesThoseThatAre() throws Exception {
    try (ToolProcess process = start()) {
      Map<String, Object> question = combine("");
      question.put("entry", "combined");
      assertThat(process.ask(question, LIMIT).get("error").asString())
          .isEqualTo("kernel.py has no function 'combined'; it has ['combine', 'relu', 'scale']");
    }
  }

  @ParameterizedTest
  @CsvSource({"matmul", "softmax", "flash-decoding", "fp8-block"})
  void read_theExamples_areKernelsOfTwoCompilers(String name) {
    Kernel kernel = KernelReader.read(EXAMPLES.resolve(name), "cuda");
    assertThat(kernel.source().build()).isPresent();
    assertThat(kernel.source().files())
        .extracting(file -> String.valueOf(file.getFileName()))
        .containsExactly("triton_builder.py", name.replace('-', '_') + ".py");
    assertThatThrownBy(() -> KernelReader.read(EXAMPLES.resolve(name), "cpu"))
        .hasMessageContaining("no section for the backend 'cpu'");
  }
}

package dev.evokernel.backend.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.CacheEntry;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An input that a Python script makes. */
final class GeneratedInputIT {

  private static final String SCRIPT =
      """
      import array, json, sys
      folder = sys.argv[1]
      request = json.load(open(f"{folder}/request.json"))
      open("../runs", "a").write(f"{request['shape']} {request['seed']}\\n")
      wanted = [request["seed"] + request["dimensions"]["N"]] * request["extents"][0]
      file = open(f"{folder}/{request['name']}.npy", "wb")
      array.array("f", wanted).tofile(file)
      """;

  @TempDir private Path temporary;

  private Path folder = Path.of("");

  @BeforeAll
  static void assumeTools() {
    RowsKernel.assumePython();
  }

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(temporary.resolve("copy"));
  }

  private Kernel kernel(String script, String fill) throws IOException {
    Files.writeString(folder.resolve("make.py"), script);
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
    return read();
  }

  private Kernel read() {
    return KernelReader.read(folder, "cpu")
        .with(new KernelIdentity.Programs(temporary.resolve("cache"), "cpu"));
  }

  private static double[] elements(Kernel kernel, String shape, long seed, int count) {
    Signature.Input input = kernel.inputs().getFirst();
    double[] chunk = new double[count];
    InputFill.of(kernel, kernel.shape(shape), InputSet.usual(seed), input).at(0, chunk, count);
    return chunk;
  }

  private List<String> runs() throws IOException {
    return Files.readAllLines(temporary.resolve("runs"));
  }

  @Test
  void next_ofACommand_isWhatItWroteForTheShapeAndTheSeed() throws IOException {
    Kernel kernel = kernel(SCRIPT, "command: [python3, make.py]");
    assertThat(elements(kernel, "small", 5, 3)).containsOnly(8);
    assertThat(elements(kernel, "large", 5, 70_000)).containsOnly(70_005);
    assertThat(elements(kernel, "small", 6, 3)).containsOnly(9);
    assertThat(elements(kernel, "small", 5, 3)).containsOnly(8);
    assertThat(runs()).containsExactly("small 5", "large 5", "small 6");
  }

  @Test
  void next_ofACommandThatDependsOnAParameter_isOfItsValue() throws IOException {
    Kernel kernel =
        kernel(
            SCRIPT.replace("+ request", "+ 100 * request[\"parameters\"][\"BLOCK\"] + request"),
            "command: [python3, make.py], depends: [BLOCK]");
    InputSet other =
        InputSet.usual(5).of(kernel, kernel.defaultConfiguration().with("BLOCK", Value.of(2)));
    double[] chunk = new double[3];
    for (int time = 0; time < 2; time++) {
      InputFill.of(kernel, kernel.shape("small"), other, kernel.inputs().getFirst())
          .at(0, chunk, 3);
      assertThat(chunk).containsOnly(208);
      assertThat(elements(kernel, "small", 5, 3)).containsOnly(108);
    }
    assertThat(runs()).containsExactly("small 5", "small 5");
  }

  @Test
  void next_ofACommand_isKeptInTheCacheAlone() throws IOException {
    Kernel kernel = kernel(SCRIPT, "command: [python3, make.py]");
    elements(kernel, "small", 5, 3);
    assertThat(CacheEntry.all(temporary.resolve("cache")))
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry.path().getParent()).isEqualTo(temporary.resolve("cache/inputs")));
    Kernel nowhere = KernelReader.read(folder, "cpu");
    assertThatThrownBy(() -> elements(nowhere, "small", 5, 3))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("have no cache here");
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
        kernel(
            SCRIPT.replace("wanted).tofile", "wanted[1:]).tofile"), "command: [python3, make.py]");
    assertThatThrownBy(() -> elements(kernel, "small", 5, 3))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("'python3 make.py' that fills 'x'")
        .hasMessageContaining("wrote a x.npy that is not in NumPy's format and holds 8 bytes")
        .hasMessageContaining("not the 12 of (3,) elements of type f32")
        .hasMessageContaining("Run it by hand: cd " + folder);
  }

  @Test
  void next_ofAnArrayInNumPysFormat_isRoundedToTheType() throws IOException {
    String header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}";
    Kernel kernel =
        kernel(
            SCRIPT.replace(
                "array.array(\"f\", wanted)",
                "file.write(b'\\x93NUMPY\\x01\\x00' + bytes([%d, 0]) + b\"%s\")\narray.array(\"d\", wanted)"
                    .formatted(header.length(), header)),
            "command: [python3, make.py]");
    assertThat(elements(kernel, "small", 5, 3)).containsOnly(8);
  }

  @Test
  void next_ofAnArrayOfAnotherShape_saysBoth() throws IOException {
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2)}";
    Kernel kernel =
        kernel(
            SCRIPT.replace(
                "array.array(\"f\", wanted)",
                "file.write(b'\\x93NUMPY\\x01\\x00' + bytes([%d, 0]) + b\"%s\")\narray.array(\"f\", 4 * [1])"
                    .formatted(header.length(), header)),
            "command: [python3, make.py]");
    assertThatThrownBy(() -> elements(kernel, "small", 5, 3))
        .hasMessageContaining("has the shape (2, 2), not (3,)");
  }

  @Test
  void next_ofANegativeSeed_givesNoneThatNumPyRefuses() throws IOException {
    Kernel kernel = kernel(SCRIPT, "command: [python3, make.py]");
    elements(kernel, "small", -2_330_442_661_116_451_968L, 3);
    assertThat(Long.parseLong(runs().getFirst().replaceFirst("small ", "")))
        .isBetween(0L, (1L << 53) - 1);
  }

  @Test
  void next_afterAChangeInTheFolder_runsItUnlessThatIsCompiled() throws IOException {
    Kernel kernel = kernel(SCRIPT, "command: [python3, make.py]");
    elements(kernel, "small", 5, 3);
    Files.writeString(folder.resolve("copy.c"), "// changed");
    elements(kernel, "small", 5, 3);
    assertThat(runs()).hasSize(1);
    Files.writeString(folder.resolve("matrix.mtx"), "1 1 1");
    elements(kernel, "small", 5, 3);
    assertThat(runs()).hasSize(2);
  }

  @Test
  void next_ofABufferThatBeginsAsAnother_asksForThatOne() throws IOException {
    Kernel alike = kernel(SCRIPT, "command: [python3, make.py]");
    Files.writeString(
        alike.file(),
        Files.readString(alike.file()).replace("output: true", "output: true, initial: x"));
    Kernel read = read();
    for (Signature.Input input : read.inputs()) {
      double[] chunk = new double[3];
      InputFill.of(read, read.shape("small"), InputSet.usual(5), input).at(0, chunk, 3);
      assertThat(chunk).containsOnly(8);
    }
    assertThat(read.inputs()).hasSize(2);
    assertThat(runs()).hasSize(1);
  }

  @Test
  void weaknesses_ofACommandThatKnowsNoSeed_nameItsInput() throws IOException {
    Kernel random = kernel(SCRIPT, "command: [python3, make.py]");
    assertThat(InputFill.weaknesses(random, random.shape("small"), List.of(1L, 2L))).isEmpty();
    Kernel same =
        kernel(
            SCRIPT.replace("request[\"seed\"] + request", "request"),
            "command: [python3, make.py]");
    assertThat(InputFill.weaknesses(same, same.shape("small"), List.of(1L, 2L)))
        .containsExactly(
            "'x' is the same in input sets 1 and 2: results that depend on it alone could be kept");
    assertThat(InputFill.weaknesses(same, same.shape("small"), List.of(1L))).isEmpty();
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

package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code build} in place of {@code sources}. */
class BuildReaderTest {

  private static final String REST =
      """
      summary: Twice the input
      reference: {command: [sh, build.sh]}
      parameters: {WARPS: [1, 2, 4]}
      default: {WARPS: 1}
      macros: {UNMENTIONED: N % 16 == 0}
      shapes: {one: {N: 1000}}
      arguments:
        - {name: x, type: f32, dimensions: [N], fill: uniform}
        - {name: y, type: f32, dimensions: [N], output: true}
      tolerances: {f32: {absolute: 0, relative: 1e-6}}
      work: {flops: N, bytes: 8 * N}
      """;

  @TempDir Path parent;
  private Path folder = Path.of("");

  @BeforeEach
  void files() throws IOException {
    folder = Files.createDirectories(parent.resolve("twice"));
    for (String file : List.of("twice/build.sh", "twice/a.cu", "twice/deep/b.cuh", "beside/c.py")) {
      Files.createDirectories(parent.resolve(file).getParent());
      Files.writeString(parent.resolve(file), "");
    }
  }

  private Kernel read(String backend, String section) throws IOException {
    Files.writeString(
        folder.resolve("kernel.yaml"), REST + "backends: {" + backend + ": {" + section + "}}\n");
    return KernelReader.read(folder, backend);
  }

  private List<String> files(Kernel kernel) {
    return kernel.source().files().stream()
        .map(file -> parent.relativize(file).toString())
        .toList();
  }

  @Test
  void read_aBuildCommand_dependsOnTheFolderOrOnWhatItNames() throws IOException {
    Kernel all = read("cpu", "build: {command: [sh, build.sh, ../beside/c.py]}, entry: twice");
    assertThat(files(all))
        .containsExactly("twice/build.sh", "beside/c.py", "twice/a.cu", "twice/deep/b.cuh");
    assertThat(all.source().build())
        .contains(
            new BuildCommand(List.of("sh", "build.sh", "../beside/c.py"), Duration.ofMinutes(1)));
    Kernel named =
        read("cpu", "build: {command: [sh, build.sh], inputs: [a.cu, deep], timeout: 90s}");
    assertThat(files(named)).containsExactly("twice/build.sh", "twice/a.cu", "twice/deep/b.cuh");
    assertThat(named.source().build().orElseThrow().start()).isEqualTo(Duration.ofSeconds(90));
    assertThat(KernelSources.of(named).files()).containsAll(named.source().files());
  }

  @Test
  void read_aBuildCommandForAGpu_mayLeaveTheLaunchToIt() throws IOException {
    LaunchGeometry none = read("cuda", "build: {command: [sh, build.sh]}").launches().getFirst();
    assertThat(none).isNotNull().satisfies(it -> assertThat(it.isDecided()).isFalse());
    LaunchGeometry part =
        read("cuda", "build: {command: [sh, build.sh]}, launch: {grid: [N]}").launches().getFirst();
    assertThat(part).isNotNull().satisfies(it -> assertThat(it.grid()).hasSize(1));
  }

  @Test
  void read_severalLaunches_ofABuildCommand_mayLeaveTheirGeometryToIt() throws IOException {
    Kernel kernel =
        read(
            "cuda",
            "build: {command: [sh, build.sh]}, launches: [{entry: a}, {entry: b, launch: {grid: [N]},"
                + " arguments: [y]}]");
    assertThat(kernel.source().entries()).containsExactly("a", "b");
    assertThat(kernel.launches()).extracting(LaunchGeometry::isDecided).containsOnly(false);
    assertThat(kernel.entryPoint().launches().getLast().arguments()).contains(List.of("y"));
  }

  @Test
  void read_variants_mayHaveABuildCommandEach() throws IOException {
    Files.writeString(
        folder.resolve("kernel.yaml"),
        REST.replace("parameters: {WARPS: [1, 2, 4]}\ndefault: {WARPS: 1}\n", "")
            + """
            backends:
              cpu:
                variants:
                  built: {build: {command: [sh, build.sh]}, parameters: {A: [1]}, default: {A: 1}}
                  plain: {sources: [a.cu], entry: f, parameters: {B: [1]}, default: {B: 1}}
            macros: {}
            """
                .replace("macros: {}\n", ""));
    Files.writeString(folder.resolve("a.cu"), "UNMENTIONED");
    Kernel kernel = KernelReader.read(folder, "cpu");
    assertThat(kernel.variants().all())
        .extracting(variant -> variant.kernel().source().build().isPresent())
        .containsExactly(true, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cpu  | build: {command: [sh, build.sh]}, sources: [a.cu]      | has both 'build' and"
            + " 'sources'",
        "cpu  | build: {command: [./absent.sh]}                        | there is no file"
            + " './absent.sh'",
        "cpu  | build: {command: [sh], inputs: [absent.c]}             | there is no file"
            + " 'absent.c'",
        "cpu  | build: {command: [sh], timeout: 0s}                    | timeout of a build command"
            + " must be > 0",
        "cpu  | build: {inputs: [a.cu]}                                | 'command' is missing",
        "cpu  | build: {comand: [sh]}                                  | unknown key 'comand'",
        "cpu  | flags: [-O3]                                           | has no 'sources'",
        "cuda | build: {command: [sh]}, entry: f, launches: [{entry: g}] | both 'launches' and 'entry'",
        "cuda | sources: [a.cu], entry: f, launch: {grid: [N]}         | the key 'block' is"
            + " missing",
        "cuda | build: {command: [sh]}, launch: {grid: [0 * N]}        | must be > 0",
      })
  void read_aMistake_isNamed(String backend, String section, String message) {
    assertThatThrownBy(() -> read(backend, section))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(message);
  }
}

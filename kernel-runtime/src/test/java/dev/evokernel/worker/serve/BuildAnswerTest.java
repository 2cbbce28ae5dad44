package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.worker.protocol.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildAnswerTest {

  private static final String KERNEL =
      """
      summary: Twice the input
      build: {command: [sh, builder.sh]}
      backends: {cuda: {LAUNCH}}
      reference: {command: [sh, builder.sh]}
      parameters: {WARPS: [1, 2, 4]}
      default: {WARPS: 1}
      shapes: {one: {N: 1000}}
      arguments:
        - {name: x, type: f32, dimensions: [N], fill: uniform}
        - {name: y, type: f32, dimensions: [N], output: true}
        - {name: n, type: i32, value: N}
      tolerances: {f32: {absolute: 0, relative: 1e-6}}
      work: {flops: N, bytes: 8 * N}
      """;

  @TempDir Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("builder.sh"), "");
    Files.write(folder.resolve("k.cubin"), new byte[] {0x7f, 'E', 'L', 'F', 2});
    Files.write(folder.resolve("k2.cubin"), new byte[] {0x7f, 'E', 'L', 'F', 3});
    Files.writeString(folder.resolve("k.ptx"), ".version 8.0\n");
  }

  private Kernel kernel(String launch) throws IOException {
    Files.writeString(folder.resolve("kernel.yaml"), KERNEL.replace("LAUNCH", launch));
    return KernelReader.read(folder, "cuda");
  }

  private BuildAnswer answer(String json, Kernel kernel) throws BuildAnswer.Unusable {
    return BuildAnswer.all(Protocol.JSON.readTree(json), folder, kernel).getFirst();
  }

  @Test
  void of_everyKey_isTheLaunch() throws Exception {
    assertThat(
            answer(
                """
                {"cubin": "k.cubin", "entry": "k", "grid": [8, 2], "block": [128], "shared": 0,
                 "cluster": [2], "cooperative": true, "carveout": 50, "arguments": ["y", "x"], "log": "spills",
                 "hidden": [null, {"type": "i32", "value": 5}]}
                """,
                kernel("")))
        .isEqualTo(
            new BuildAnswer(
                folder.resolve("k.cubin"),
                new BuiltLaunch(
                    "k",
                    List.of(8L, 2L),
                    List.of(128L),
                    List.of(2L),
                    Optional.of(0L),
                    Optional.of(true),
                    Optional.of(50L),
                    Optional.of(List.of("y", "x")),
                    List.of(
                        new BuiltLaunch.Hidden("pointer", 0), new BuiltLaunch.Hidden("i32", 5)))));
  }

  @Test
  void of_whatTheKernelSays_needNotBeAnswered() throws Exception {
    Kernel kernel = kernel("entry: k, launch: {grid: [N], block: [32 * WARPS]}");
    assertThat(answer("{\"ptx\": \"k.ptx\"}", kernel).launch()).isEqualTo(BuiltLaunch.NONE);
    assertThatThrownBy(
            () -> answer("{\"ptx\": \"k.ptx\"}", kernel("entry: k, launch: {grid: [N]}")))
        .hasMessage("answered without [block], which kernel.yaml does not say either");
    assertThatThrownBy(() -> answer("{\"ptx\": \"k.ptx\"}", kernel("")))
        .hasMessageContaining("[entry, grid, block]");
  }

  @Test
  void all_ofSeveralLaunches_takeFromBesideThemWhatTheyDoNotSay() throws Exception {
    Kernel kernel =
        kernel(
            "launches: [{entry: a, launch: {grid: [N]}}, {entry: b, arguments: [y, n]}, {entry: b}]");
    List<BuildAnswer> all =
        BuildAnswer.all(
            Protocol.JSON.readTree(
                """
                {"cubin": "k.cubin", "grid": [8], "block": [128], "launches": [
                  {}, {"cubin": "k2.cubin", "block": [32], "arguments": ["y"]}, {"shared": 64}]}
                """),
            folder,
            kernel);

    assertThat(all)
        .extracting(launch -> String.valueOf(launch.binary().getFileName()))
        .containsExactly("k.cubin", "k2.cubin", "k.cubin");
    assertThat(all)
        .extracting(launch -> launch.launch().block())
        .containsExactly(List.of(128L), List.of(32L), List.of(128L));
    assertThat(all.get(1).launch().arguments()).contains(List.of("y"));
    assertThat(all.get(2).launch().shared()).contains(64L);
    assertThatThrownBy(
            () ->
                answer(
                    "{\"cubin\": \"k.cubin\", \"grid\": [1], \"launches\": [{}, {}, 7]}", kernel))
        .hasMessage("answered with 2 launches; kernel.yaml has 3: [a, b, b]");
    assertThatThrownBy(() -> answer("{\"cubin\": \"k.cubin\", \"block\": [1]}", kernel))
        .hasMessage("answered without [grid] for 'b', which kernel.yaml does not say either");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                               | no binary",
        "{\"library\": \"k.so\"}                          | one of [cubin, ptx]",
        "{\"cubin\": \"k.ptx\"}                           | no ELF file",
        "{\"cubin\": \"k.cubin\", \"grid\": [0]}          | an integer from 1",
        "{\"cubin\": \"k.cubin\", \"grid\": [1, 1, 1, 1]} | one to three sizes",
        "{\"cubin\": \"k.cubin\", \"shared\": -1}         | an integer from 0",
        "{\"cubin\": \"k.cubin\", \"cooperative\": 1}     | it is true or false",
        "{\"cubin\": \"k.cubin\", \"carveout\": 101}      | the carveout must be",
        "{\"cubin\": \"k.cubin\", \"carveout\": -2}       | an integer from -1",
        "{\"cubin\": \"k.cubin\", \"arguments\": [\"z\"]} | the kernel's are [x, y, n]",
        "{\"cubin\": \"k.cubin\", \"hidden\": [7]}        | it is null or",
      })
  void of_whatCannotBeUsed_saysWhy(String json, String why) throws IOException {
    Kernel kernel = kernel("entry: k, launch: {grid: [N], block: [32]}");
    assertThatThrownBy(() -> answer(json, kernel))
        .isInstanceOf(BuildAnswer.Unusable.class)
        .hasMessageContaining(why);
  }
}

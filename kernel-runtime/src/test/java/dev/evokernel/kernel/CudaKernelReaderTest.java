package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only the cuda backend has. */
class CudaKernelReaderTest {

  private static final String SCALAR = "{name: M, type: i32, value: M}";
  private static final String SHARED = "shared: 2 * WARPS * 64";

  @TempDir Path temporary;

  @Test
  void read_ofCluster_hasItsExpressions() throws IOException {
    Kernel kernel = read(SHARED, SHARED + ", cluster: [2, WARPS // 2]");
    LaunchGeometry launch = kernel.launches().getFirst();
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("large"));

    assertThat(launch.cluster()).extracting(e -> e.integer(frame)).containsExactly(2L, 2L);
    assertThat(read(SHARED, SHARED).launches().getFirst().cluster()).isEmpty();
  }

  @Test
  void read_ofLaunchAttributes_hasTheirExpressions() throws IOException {
    Kernel kernel = read(SHARED, SHARED + ", cooperative: M < 4096, carveout: 25 * WARPS");
    LaunchGeometry launch = kernel.launches().getFirst();
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("large"));

    assertThat(launch.cooperative().orElseThrow().test(frame)).isFalse();
    assertThat(launch.carveout().orElseThrow().integer(frame)).isEqualTo(100);
    assertThat(read(SHARED, SHARED + ", cooperative: true").launches().getFirst())
        .extracting(it -> it.cooperative().orElseThrow().text())
        .isEqualTo("true");
    LaunchGeometry usual = read(SHARED, SHARED).launches().getFirst();
    assertThat(usual.cooperative()).isEmpty();
    assertThat(usual.carveout()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cooperative: WARPS|must be boolean",
        "cooperative: 1|'cooperative' must be",
        "cooperative: TOGETHER|unknown name 'TOGETHER'",
        "carveout: M|'M' is one of the shape",
        "carveout: 0.5|must be integer",
        "carveout: 50 * WARPS|the carveout must be from 0 to 100 percent, or -1 for the driver's"
            + " choice, was 200",
        "carveout: -2|choice, was -2",
        "prioritise: true|unknown key 'prioritise'",
      })
  void read_ofBadLaunchAttribute_saysWhy(String attribute, String said) {
    assertThatThrownBy(() -> read(SHARED, SHARED + ", " + attribute))
        .hasMessageContaining("kernel.yaml:")
        .hasMessageContaining(said);
  }

  @Test
  void read_ofLaunchInTheSectionOfACpu_saysThatThereIsNone() {
    assertThatThrownBy(
            () ->
                KernelReader.read(
                    new GemmFile(temporary)
                        .with(
                            "  cpu:\n",
                            "  cpu:\n    launch: {grid: [1], block: [1], cooperative: true}\n")
                        .write(),
                    "cpu"))
        .hasMessageContaining("the backend 'cpu' has no 'launch'")
        .hasMessageContaining("keep 'launch' in the section 'cuda', or at the top");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-arch=sm_80", "--gpu-architecture=sm_80", "-gencode", "-code"})
  void read_ofFlagThatChoosesTheArchitecture_namesTheKey(String flag) {
    assertThatThrownBy(
            () -> read("sources: [gemm.cu]", "flags: [" + flag + "]\n    sources: [gemm.cu]"))
        .hasMessageContaining("the flag '" + flag + "' chooses the architecture")
        .hasMessageContaining("Write 'arch: sm_90' beside 'sources' instead");
  }

  @Test
  void read_ofCompiler_isThatOfCandidatesAndReference() throws IOException {
    Kernel kernel = read("sources: [gemm.cu]", "compiler: nvcc\n    sources: [gemm.cu]");
    assertThat(kernel.source().compiler()).isEqualTo("nvcc");
    assertThat(((Reference.Compiled) kernel.reference()).source().compiler()).isEqualTo("nvcc");
    assertThat(kernel.source().with(kernel.defaultConfiguration()).on("sm_80").compiler())
        .isEqualTo("nvcc");
    assertThat(read(SHARED, SHARED).source().compiler()).isEmpty();
  }

  @Test
  void read_ofBadCompiler_saysWhy() {
    assertThatThrownBy(() -> read("sources: [gemm.cu]", "compiler: clang\n    sources: [gemm.cu]"))
        .hasMessageContaining("kernel.yaml:")
        .hasMessageContaining("'compiler' cannot be 'clang'")
        .hasMessageContaining("nvcc");
    assertThatThrownBy(
            () ->
                KernelReader.read(
                    new GemmFile(temporary)
                        .with("sources: [gemm.c]", "compiler: nvcc\n    sources: [gemm.c]")
                        .write(),
                    "cpu"))
        .hasMessageContaining("the backend 'cpu' has no 'compiler'")
        .hasMessageContaining("the environment variable CC names the C compiler");
  }

  @Test
  void read_ofTensorMap_knowsItsBuffer() throws IOException {
    Kernel kernel =
        read(SCALAR, "{name: map, tensor_map: {of: A, box: [WARPS, 32], swizzle: 128B}}");

    assertThat(kernel.arguments()).extracting(Argument::name).containsExactly("A", "B", "C", "map");
    var map = (Argument.TensorMap) kernel.arguments().get(3);
    assertThat(map.of()).isEqualTo(kernel.arguments().get(0));
    assertThat(map.type()).isEqualTo(ElementType.F32);
    assertThat(map.swizzle()).isEqualTo(Argument.Swizzle.BYTES_128);
    assertThat(map.promotion()).hasToString("128");
    assertThat(map.refusal(List.of(4L, 32L))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster: [3]|a grid of [64, 4096] blocks is not a multiple of clusters of [3]",
        "cluster: [1, 1, 2]|not a multiple of clusters of [1, 1, 2]",
        "cluster: [8, 4]|a cluster of [8, 4] blocks has more than 16",
        "cluster: [0]|not a multiple of clusters of [0]",
        "cluster: [0.5]|must be integer",
        "cluster: [1, 1, 1, 1]|'cluster' has too many entries",
      })
  void read_ofBadCluster_saysWhy(String cluster, String said) {
    assertThatThrownBy(() -> read(SHARED, SHARED + ", " + cluster)).hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tensor_map: {of: D, box: [1, 4]}|there is no buffer 'D'",
        "tensor_map: {of: M, box: [1, 4]}|there is no buffer 'M'",
        "tensor_map: {of: A, box: [4]}|a box of 1 dimensions for 'A', which has 2",
        "tensor_map: {of: A, box: [257, 4]}|is [257, 4]; each size must be from 1 to" + " 256",
        "tensor_map: {of: A, box: [1, 3]}|has 12 bytes; it must be a multiple of 16",
        "tensor_map: {of: A, box: [1, 64], swizzle: 64B}|256 bytes; swizzle 64B allows at most 64",
        "tensor_map: {of: A, box: [1, device.cores]}|'device.cores' is a device limit",
        "tensor_map: {of: A, box: [1, 0.5]}|must be integer",
        "tensor_map: {of: A, box: [1, 4], promotion: WARPS}|'map' must be one of [0, 64, 128, 256],"
            + " was 4 when WARPS=4",
        "tensor_map: {of: A, box: [1, 4], promotion: device.cores}|'device.cores' is a device"
            + " limit",
        "tensor_map: {of: A, box: [1, 4], swizzle: 16B}|'swizzle' cannot be '16B'",
        "tensor_map: {of: A}|the key 'box' is missing",
        "type: f32, tensor_map: {of: A, box: [1, 4]}|a tensor map has no 'type'",
        "value: M|the key 'type' is missing",
      })
  void read_ofBadTensorMap_saysWhy(String map, String said) {
    assertThatThrownBy(() -> read(SCALAR, "{name: map, " + map + "}")).hasMessageContaining(said);
  }

  @Test
  void read_ofRowsThatAreNoMultipleOf16Bytes_namesTheShape() {
    assertThatThrownBy(
            () ->
                KernelReader.read(
                    new GemmFile(temporary)
                        .with(SCALAR, "{name: map, tensor_map: {of: A, box: [1, 4]}}")
                        .with("K: 4096", "K: 4098")
                        .write(),
                    "cuda"))
        .hasMessageContaining("a row of 'A' has 16392 bytes")
        .hasMessageContaining("K=4098");
  }

  @Test
  void read_ofTensorMapOnACpu_saysThatThereAreNone() {
    assertThatThrownBy(
            () ->
                KernelReader.read(
                    new GemmFile(temporary)
                        .with(SCALAR, "{name: map, tensor_map: {of: A, box: [1, 4]}}")
                        .write(),
                    "cpu"))
        .hasMessageContaining("the backend 'cpu' has no tensor maps");
  }

  @Test
  void read_ofScratch_isNoMatterOfTheProblem() throws IOException {
    Kernel kernel = read(SCALAR, "{name: own, type: f32, scratch: (WARPS - 4) * M}\n  - " + SCALAR);

    assertThat(kernel.arguments())
        .extracting(Argument::name)
        .containsExactly("A", "B", "C", "own", "M");
    assertThat(kernel.arguments())
        .filteredOn(Argument::isOfTheProblem)
        .extracting(Argument::name)
        .containsExactly("A", "B", "C", "M");
    var own = (Argument.Scratch) kernel.arguments().get(3);
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("large"));
    assertThat(own.elements().integer(frame)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type: f32, scratch: M - 100000|must be ≥ 0, was",
        "type: f32, scratch: 0.5|'scratch' must be a text or an integer",
        "type: f32, scratch: 1.5 * M|must be integer",
        "type: f32, scratch: WARP|unknown name 'WARP'",
        "type: f32, scratch: M, output: true|scratch memory has no 'output'",
        "type: f32, scratch: M, dimensions: [M]|scratch memory has no 'dimensions'",
        "type: f32, scratch: M, fill: normal|scratch memory has no 'fill'",
        "scratch: M|the key 'type' is missing",
        "tensor_map: {of: A, box: [1, 4]}, scratch: M|a tensor map has no 'scratch'",
      })
  void read_ofBadScratch_saysWhy(String scratch, String said) {
    assertThatThrownBy(() -> read(SCALAR, "{name: own, " + scratch + "}"))
        .hasMessageContaining(said);
  }

  @Test
  void read_ofScratchOnACpu_saysThatThereIsNone() {
    assertThatThrownBy(
            () ->
                KernelReader.read(
                    new GemmFile(temporary)
                        .with(SCALAR, "{name: own, type: f32, scratch: M}")
                        .write(),
                    "cpu"))
        .hasMessageContaining("the backend 'cpu' has no scratch memory");
  }

  private Kernel read(String old, String replacement) throws IOException {
    return KernelReader.read(new GemmFile(temporary).with(old, replacement).write(), "cuda");
  }
}

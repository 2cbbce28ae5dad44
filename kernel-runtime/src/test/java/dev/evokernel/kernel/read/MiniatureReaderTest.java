package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.GemmFile;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Miniature;
import dev.evokernel.kernel.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MiniatureReaderTest {

  @TempDir Path temporary;

  private Path file(String micro) throws IOException {
    String shapes = "      ragged: {M: 131, N: 77, K: 59}\n";
    return new GemmFile(temporary).with(shapes, shapes + "    micro: " + micro + "\n").write();
  }

  @Test
  void read_ofAMiniature_takesWhatItDoesNotSayFromTheSection() throws IOException {
    Path file = file("{sources: [reference.c], entry: small, shape: {K: 4, M: 8, N: 16}}");
    Kernel kernel = KernelReader.read(file, "cpu");

    Miniature miniature = kernel.miniature().orElseThrow();
    assertThat(miniature.entryPoint().source().entry()).isEqualTo("small");
    assertThat(miniature.entryPoint().source().flags()).isEqualTo(kernel.source().flags());
    assertThat(miniature.shape())
        .isEqualTo(new Shape("miniature", Map.of("M", 8L, "N", 16L, "K", 4L)));
    assertThat(miniature.entryPoint().signature().arguments()).isEqualTo(kernel.arguments());
    assertThat(miniature.work()).isEmpty();
    Kernel small = kernel.inSmall();
    assertThat(small.source()).isEqualTo(miniature.entryPoint().source());
    assertThat(small.parameters()).isEqualTo(kernel.parameters());
    assertThat(small.shapes()).containsExactly(miniature.shape());
    assertThat(KernelSources.of(kernel).files())
        .containsAll(miniature.entryPoint().source().files());
  }

  @Test
  void read_withoutAMiniature_hasNone() throws IOException {
    assertThat(KernelReader.read(new GemmFile(temporary).write(), "cpu").miniature()).isEmpty();
  }

  @Test
  void read_ofALaunchOfItsOwn_hasThatGrid() throws IOException {
    Path file =
        new GemmFile(temporary)
            .with(
                "    launch: {grid: [\"ceil_div(N, 64)\", M]",
                "    micro: {sources: [gemm.cu], entry: small, shape: {M: 8, N: 8, K: 8},"
                    + " launch: {grid: [M], block: [32]}}\n"
                    + "    launch: {grid: [\"ceil_div(N, 64)\", M]")
            .write();
    Kernel kernel = KernelReader.read(file, "cuda");
    LaunchGeometry launch = kernel.inSmall().launches().getFirst();
    assertThat(launch.grid()).hasSize(1);
    assertThat(kernel.launches().getFirst().grid()).hasSize(2);
  }

  @Test
  void read_ofAnInputThatACommandMakes_saysThatAMiniatureHasNone() throws IOException {
    Path file = file("{sources: [gemm.c], entry: gemm, shape: {M: 8, N: 8, K: 8}}");
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst("fill: normal", "fill: {command: [python3, a.py]}"));
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .hasMessageContaining("the miniature has an input that the program 'python3 a.py' makes")
        .hasMessageContaining("Write 'arguments' with other fills");
  }

  @Test
  void read_ofAShapeWithOtherDimensions_namesBoth() throws IOException {
    Path file = file("{sources: [gemm.c], entry: gemm, shape: {M: 8, N: 8, D: 8}}");
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .hasMessageContaining("kernel.yaml:29:")
        .hasMessageContaining("have no dimension 'D'")
        .hasMessageContaining("lacks the dimension 'K'");
  }

  @Test
  void read_ofWorkThatIsNothing_pointsAtIt() throws IOException {
    Path file =
        file("{sources: [gemm.c], entry: gemm, shape: {M: 8, N: 8, K: 8}, work: TILE_M - 64}");
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .hasMessageContaining("kernel.yaml:29:")
        .hasMessageContaining("'TILE_M - 64' must be > 0, was 0");
  }

  @Test
  void read_ofAMissingFile_pointsAtIt() throws IOException {
    Path file = file("{sources: [micro.c], entry: gemm, shape: {M: 8, N: 8, K: 8}}");
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .hasMessageContaining("there is no file 'micro.c'");
  }

  @Test
  void read_ofAMiniatureWithoutAnEntry_saysSo() throws IOException {
    Path file = file("{sources: [gemm.c], shape: {M: 8, N: 8, K: 8}}");
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .hasMessageContaining("'entry' is missing");
  }

  @Test
  void read_ofALaunchOnTheCpu_isRefused() throws IOException {
    Path file =
        file(
            "{sources: [gemm.c], entry: gemm, shape: {M: 8, N: 8, K: 8}, launch: {grid: [1], block:"
                + " [1]}}");
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .hasMessageContaining("a miniature without a grid has a 'launch'");
  }
}

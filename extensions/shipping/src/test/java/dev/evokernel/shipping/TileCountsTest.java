package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.shipping.ShapeFeatures.TileCounts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Of the shipped kernels, read as they are. */
final class TileCountsTest {

  private static Kernel kernel(String name) {
    return KernelReader.read(Path.of("../kernels").resolve(name), "cuda");
  }

  @Test
  void text_ofAGridBehindFormulas_dividesByTheConfigurationsTile() {
    Kernel attention = kernel("attention");

    assertThat(
            new TileCounts(attention, attention.defaultConfiguration())
                .tiles()
                .map(TileCounts.Tiles::count))
        .contains("B * H * ceil_div(S, 128)");
    assertThat(
            new TileCounts(
                    attention, attention.defaultConfiguration().with("CONSUMERS", Value.of(3L)))
                .tiles()
                .map(TileCounts.Tiles::count))
        .contains("B * H * ceil_div(S, 192)");
  }

  @Test
  void text_ofTwoDividedDimensions_isTheirProduct() {
    Kernel gemm = kernel("gemm");
    long m = (long) gemm.defaultConfiguration().value("TILE_M").plain();
    long n = (long) gemm.defaultConfiguration().value("TILE_N").plain();

    assertThat(
            new TileCounts(gemm, gemm.defaultConfiguration()).tiles().map(TileCounts.Tiles::count))
        .contains("ceil_div(M, %d) * ceil_div(N, %d)".formatted(m, n));
  }

  @Test
  void rounds_ofTwoConfigurations_comparesWholeRoundsOnAllCores() {
    var small = new TileCounts.Tiles("B * ceil_div(S, 64)", 64);
    var large = new TileCounts.Tiles("B * ceil_div(S, 128)", 128);

    assertThat(small.rounds(132, 1, large, 2))
        .isEqualTo(
            "100 * 64 * ceil_div(B * ceil_div(S, 64), 132)"
                + " // (256 * ceil_div(B * ceil_div(S, 128), 264))");
  }

  @Test
  void text_withoutAGrid_isEmpty() {
    Kernel cpu = KernelReader.read(Path.of("../kernels/gemm"), "cpu");

    assertThat(new TileCounts(cpu, cpu.defaultConfiguration()).tiles()).isEmpty();
  }
}

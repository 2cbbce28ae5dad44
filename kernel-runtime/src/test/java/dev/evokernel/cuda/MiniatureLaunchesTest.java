package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.RejectionException;
import org.junit.jupiter.api.Test;

class MiniatureLaunchesTest {

  private static final int CORES = 132;

  private static Call.Extents grid(int x) {
    return new Call.Extents(x, 1, 1);
  }

  @Test
  void of_aLargeGrid_givesCoresOneBlockAndThenAllTheyHold() {
    CudaMiniatureBench.Grids launches = CudaMiniatureBench.Grids.of(grid(5_000), 1, 3, CORES);
    assertThat(launches.alone()).isEqualTo(grid(132));
    assertThat(launches.crowded()).isEqualTo(grid(396));
    assertThat(launches.neighbours()).isEqualTo(3);
  }

  @Test
  void of_aGridThatFits_leavesItWhole() {
    CudaMiniatureBench.Grids launches = CudaMiniatureBench.Grids.of(grid(264), 1, 2, CORES);
    assertThat(launches.alone()).isEqualTo(grid(264));
    assertThat(launches.crowded()).isEqualTo(grid(264));
    assertThat(launches.neighbours()).isEqualTo(2);
  }

  @Test
  void of_clusters_areWhole() {
    CudaMiniatureBench.Grids launches = CudaMiniatureBench.Grids.of(grid(4_096), 8, 1, CORES);
    assertThat(launches.alone()).isEqualTo(grid(128));
    assertThat(launches.crowded()).isEqualTo(grid(128));
  }

  @Test
  void of_aGridOfTwoAxes_cutsTheFirst() {
    CudaMiniatureBench.Grids launches =
        CudaMiniatureBench.Grids.of(new Call.Extents(1_000, 4, 1), 1, 2, CORES);
    assertThat(launches.alone()).isEqualTo(new Call.Extents(33, 4, 1));
    assertThat(launches.crowded()).isEqualTo(new Call.Extents(66, 4, 1));
  }

  @Test
  void mean_ofCycles_isThatOfAllBlocks() {
    assertThat(CudaMiniatureBench.Grids.mean(new long[] {100, 200, 600})).isEqualTo(300);
  }

  @Test
  void mean_whereABlockWroteNothing_saysWhatIsMissing() {
    assertThatThrownBy(() -> CudaMiniatureBench.Grids.mean(new long[] {100, -1}))
        .isInstanceOf(RejectionException.class)
        .hasMessageContaining("Block 1 of 2 wrote no cycles")
        .hasMessageContaining("long long *cycles");
  }
}

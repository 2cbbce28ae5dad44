package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.lab.MicroRanking.MiniatureScore;
import dev.evokernel.outcome.MiniatureTiming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MiniatureScoreTest {

  /** 10 cores that hold 2 blocks each: 100 ticks alone, 160 beside another. */
  private static final MiniatureTiming TIMING = new MiniatureTiming(100, 160, 2, 2, 10, null);

  @Test
  void ticks_ofWholeWaves_areThoseOfFullCores() {
    assertThat(MiniatureScore.ticks(20, TIMING)).isEqualTo(160);
    assertThat(MiniatureScore.ticks(60, TIMING)).isEqualTo(480);
  }

  @Test
  void ticks_ofALastWave_areThoseOfAsManyAsAreLeft() {
    assertThat(MiniatureScore.ticks(10, TIMING)).isEqualTo(100);
    assertThat(MiniatureScore.ticks(1, TIMING)).isEqualTo(100);
    assertThat(MiniatureScore.ticks(11, TIMING)).isEqualTo(160);
    assertThat(MiniatureScore.ticks(21, TIMING)).isEqualTo(260);
  }

  @Test
  void ticks_ofMoreNeighboursThanWereTimed_areOnTheSameLine() {
    var timing = new MiniatureTiming(100, 160, 2, 4, 10, null);
    assertThat(MiniatureScore.ticks(40, timing)).isEqualTo(280);
  }

  /** Twice the rows for a block: twice the work, half the blocks, and the same in the end. */
  @Test
  void of_blocksThatShareTheWork_weighsTicksByWhatABlockDoes(@TempDir Path folder)
      throws IOException {
    Kernel kernel = kernel(folder, "");
    var score = new MiniatureScore(kernel, kernel.shapes(), limits());
    // 8000 elements in 40 blocks: two waves of blocks as large as the miniature's, 2 ticks a core.
    assertThat(score.of(kernel.defaultConfiguration(), TIMING))
        .isCloseTo(2 * 160 * 10 / 8000.0, within(1e-12));
  }

  @Test
  void of_workThatIsStated_takesItsWord(@TempDir Path folder) throws IOException {
    Kernel kernel = kernel(folder, "work: N * N");
    var score = new MiniatureScore(kernel, kernel.shapes(), limits());
    double more = (8000.0 * 8000) / (2000.0 * 2000);
    assertThat(score.of(kernel.defaultConfiguration(), TIMING))
        .isCloseTo(2 * 160 * 10 * more / 8000.0, within(1e-12));
  }

  private static Kernel kernel(Path folder, String work) throws IOException {
    Files.writeString(folder.resolve("k.cu"), "");
    Files.writeString(
        folder.resolve("kernel.yaml"),
        """
        summary: A kernel
        backends:
          cuda:
            sources: [k.cu]
            entry: k
            reference: {sources: [k.cu], entry: r}
            parameters: {BLOCK: [200, 400]}
            default: {BLOCK: 200}
            shapes: {only: {N: 8000}}
            arguments:
              - {name: y, type: i32, dimensions: [N], output: true}
            work: {flops: N, bytes: 4 * N}
            launch: {grid: ["ceil_div(N, BLOCK)"], block: [32]}
            micro:
              sources: [k.cu]
              entry: m
              shape: {N: 2000}
        """
            + (work.isEmpty() ? "" : "      " + work + "\n"));
    return KernelReader.read(folder, "cuda");
  }

  private static DeviceLimits limits() {
    return new DeviceLimits(
        Arrays.stream(Limit.values()).collect(Collectors.toMap(Function.identity(), _ -> 1L)));
  }
}

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.outcome.OutputComparison;
import org.junit.jupiter.api.Test;

final class CudaReferenceRunnerTest {

  /** Of a device with 132 multiprocessors. */
  private static final long THREADS = 132 * 16 * 128;

  @Test
  void advice_moreElementsThanThreads_isToLoopOverTheGrid() {
    assertThat(CudaReferenceRunner.advice(unwritten(2_000_011), THREADS))
        .contains("16 blocks of 128 threads for each multiprocessor, 270,336 threads here")
        .contains("must loop over its elements")
        .contains("i += (long long)gridDim.x * blockDim.x");
  }

  @Test
  void advice_fewerElementsThanThreads_isToLookAtTheTypes() {
    assertThat(CudaReferenceRunner.advice(unwritten(THREADS), THREADS))
        .contains("fewer than 32 bits are f32");
  }

  private static OutputComparison unwritten(long elements) {
    return new OutputComparison("Y", elements, 1, 1, 7, Double.NaN, Double.NaN, 1);
  }
}

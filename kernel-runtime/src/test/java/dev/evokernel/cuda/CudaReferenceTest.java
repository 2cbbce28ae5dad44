package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CudaReferenceTest {

  /** Of a device with 132 multiprocessors. */
  private static final long THREADS = 132 * 16 * 128;

  @Test
  void advice_moreElementsThanThreads_isToLoopOverTheGrid() {
    assertThat(CudaWorkspace.ReferenceLaunch.advice(2_000_011, THREADS))
        .contains("16 blocks of 128 threads for each multiprocessor, 270,336 threads here")
        .contains("must loop over its elements")
        .contains("i += (long long)gridDim.x * blockDim.x");
  }

  @Test
  void advice_fewerElementsThanThreads_isToLookAtTheTypes() {
    assertThat(CudaWorkspace.ReferenceLaunch.advice(THREADS, THREADS))
        .contains("fewer than 32 bits are f32");
  }
}

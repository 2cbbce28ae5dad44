package dev.evokernel.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.tool.Peaks;
import org.junit.jupiter.api.Test;

class GpuPeaksTest {

  @Test
  void of_h200_isAboveItsDataSheet() {
    Peaks peaks =
        new GpuPeaks(90, 132, 1_980_000, 3_201_000, 6144, 60 << 20).of(FaultKernel.read("cpu"));
    assertThat(peaks.flopsPerSecond().orElseThrow()).isCloseTo(1070e12, withPercentage(1));
    assertThat(peaks.farBytesPerSecond().orElseThrow()).isCloseTo(4.9e12, withPercentage(1));
    assertThat(peaks.bytesPerSecond().orElseThrow()).isGreaterThan(30e12);
  }

  @Test
  void of_driverThatDoesNotTell_leavesOut() {
    Peaks peaks = new GpuPeaks(90, 132, 0, 0, 6144, 60 << 20).of(FaultKernel.read("cpu"));
    assertThat(peaks.known()).isFalse();
    assertThat(peaks.bound(1e15, 1e15)).isEqualTo(Peaks.Bound.NONE);
  }

  @Test
  void of_unknownCapability_leavesOutTheOperations() {
    Peaks peaks = new GpuPeaks(61, 28, 1_600_000, 0, 352, 2 << 20).of(FaultKernel.read("cpu"));
    assertThat(peaks.flopsPerSecond()).isEmpty();
    assertThat(peaks.bytesPerSecond()).isPresent();
  }
}

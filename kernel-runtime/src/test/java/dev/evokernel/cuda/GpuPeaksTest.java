package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuPeaksTest {

  @TempDir Path folder;

  @Test
  void of_h200_isAboveItsDataSheet() {
    Peaks peaks =
        new GpuPeaks(90, 132, 1_980_000, 3_201_000, 6144, 60 << 20).of(FaultKernel.read("cpu"));
    assertThat(peaks.flopsPerSecond().orElseThrow()).isCloseTo(1070e12, withPercentage(1));
    assertThat(peaks.farBytesPerSecond().orElseThrow()).isCloseTo(4.9e12, withPercentage(1));
    assertThat(peaks.bytesPerSecond().orElseThrow()).isGreaterThan(30e12);
  }

  @ParameterizedTest
  @CsvSource({"f32, 1", "f16, 1", "f8e4m3, 2", "f4e2m1, 4"})
  void of_narrowTypes_isAboveTheProductsOfTheNarrowest(String type, double times)
      throws IOException {
    Path file = folder.resolve("kernel.yaml");
    Files.writeString(folder.resolve("x.cu"), "");
    Files.writeString(
        file,
        """
        summary: A copy
        arguments:
          - {name: X, type: %s, dimensions: [N], fill: normal}
          - {name: Y, type: f32, dimensions: [N], output: true}
        tolerances: {f32: {absolute: 0, relative: 0}}
        work: {flops: N, bytes: N}
        shapes: {one: {N: 64}}
        backends:
          cuda:
            sources: [x.cu]
            entry: x
            launch: {grid: [1], block: [32]}
            reference: {configuration: {U: 1}}
            parameters: {U: [1, 2]}
            default: {U: 1}
        """
            .formatted(type));
    Kernel kernel = KernelReader.read(file, "cuda");

    Peaks peaks = new GpuPeaks(90, 132, 1_980_000, 3_201_000, 6144, 60 << 20).of(kernel);
    assertThat(peaks.flopsPerSecond().orElseThrow()).isCloseTo(times * 1070e12, withPercentage(1));
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

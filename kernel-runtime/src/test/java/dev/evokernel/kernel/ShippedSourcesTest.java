package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShippedSourcesTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "cuda"})
  void training_onEachBackend_isValidAndHasWhatArchivesAreTrainedWith(String backend)
      throws IOException {
    Kernel kernel = KernelReader.read(ShippedSources.training(folder), backend);

    assertThat(kernel.variants().names()).hasSize(2);
    assertThat(kernel.defaultShapes()).hasSizeBetween(2, kernel.shapes().size() - 1);
    Kernel first = kernel.of(kernel.defaultConfiguration());
    assertThat(first.constraints()).isNotEmpty();
    assertThat(first.pathologies()).isNotEmpty();
    assertThat(first.miniature()).isPresent();
    assertThat(first.baselines()).isNotEmpty();
  }
}

package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.lab.RegressionGateStudy.SlowedKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SlowedKernelTest {

  private static final Path KERNELS = Path.of("..", "kernels");

  @TempDir Path folder;

  static Stream<Path> repositoryKernels() throws IOException {
    try (Stream<Path> folders = Files.list(KERNELS)) {
      return folders
          .filter(one -> Files.exists(one.resolve("kernel.yaml")))
          .sorted()
          .toList()
          .stream();
    }
  }

  @Test
  void of_aKernelInC_slowsItsEntryAndNothingElse() throws IOException {
    Kernel slowed = SlowedKernel.of(Saxpy.read(), 0.03, folder);
    assertThat(slowed.folder()).startsWith(folder);
    assertThat(Files.readString(slowed.folder().resolve("saxpy.c")))
        .startsWith("#ifndef EVO_SLOWED")
        .contains(
            "* 0.030000)", "float a) { long long evo_began __attribute__((cleanup(evo_slowed)))");
    assertThat(slowed.folder().resolve("reference.c"))
        .hasSameTextualContentAs(Saxpy.folder().resolve("reference.c"));
    assertThat(slowed.parameters()).isEqualTo(Saxpy.read().parameters());
  }

  @ParameterizedTest
  @MethodSource("repositoryKernels")
  void of_everyKernelOfTheRepository_findsItsEntry(Path kernel) throws IOException {
    for (String backend : KernelFile.at(kernel.resolve("kernel.yaml")).backends()) {
      Path place = Files.createDirectory(folder.resolve(backend));
      Kernel slowed = SlowedKernel.of(KernelReader.read(kernel, backend), 0.03, place);
      assertThat(slowed.backend()).isEqualTo(backend);
    }
  }

  @Test
  void of_aKernelWithoutADefinition_saysSo() throws IOException {
    Path copy = Saxpy.copyTo(folder.resolve("saxpy"));
    Files.writeString(
        copy.resolve("saxpy.c"), "#define DEFINE(f) void f(void)\nDEFINE(saxpy) {}\n");
    Kernel kernel = KernelReader.read(copy, "cpu");
    assertThatThrownBy(() -> SlowedKernel.of(kernel, 0.03, folder.resolve("slowed")))
        .hasMessageContainingAll("defines 'saxpy(…) {'", "saxpy.c");
  }
}

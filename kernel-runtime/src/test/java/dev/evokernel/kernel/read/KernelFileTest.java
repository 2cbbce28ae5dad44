package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KernelFileTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "kernels/gemm, kernels/gemm/kernel.yaml, kernels/gemm",
    "kernels/gemm/kernel.yaml, kernels/gemm/kernel.yaml, kernels/gemm",
    "kernels/gemm/kernel.yml, kernels/gemm/kernel.yml, kernels/gemm",
    "kernels/gemm/wide.yaml, kernels/gemm/wide.yaml, kernels/gemm",
    "wide.yml, wide.yml, ''",
    "., ./kernel.yaml, ."
  })
  void at_isTheFileOrThatOfTheFolder(Path named, Path file, String inFolder) {
    assertThat(KernelFile.at(named).path()).isEqualTo(file);
    assertThat(KernelFile.at(named).folder()).isEqualTo(Path.of(inFolder));
  }

  @Test
  void at_theFolderOfNoKernel_isReportedWithTheFileThatIsMissing() throws IOException {
    KernelFile file = KernelFile.at(folder);
    assertThat(file.exists()).isFalse();
    assertThatThrownBy(file::backends)
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(folder.resolve("kernel.yaml").toString());
    Files.createFile(folder.resolve("kernel.yaml"));
    assertThat(file.exists()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernels", "examples"})
  void read_everyKernelOfTheRepository_hasShapesThatItNames(String name) throws IOException {
    Path root = Path.of("..", name);
    assumeTrue(Files.isDirectory(root), "no " + root.toAbsolutePath());
    try (Stream<Path> files = Files.walk(root)) {
      assertThat(files.filter(file -> file.endsWith("kernel.yaml")).map(KernelFile::at))
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(file.backends())
                      .filteredOn(List.of("cpu", "cuda")::contains)
                      .allSatisfy(
                          backend -> assertThat(file.read(backend).defaultShapes()).isNotEmpty()));
    }
  }
}

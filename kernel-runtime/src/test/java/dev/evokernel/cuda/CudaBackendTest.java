package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CudaBackendTest {

  @TempDir Path root;

  @Test
  void devices_noDriver_areNone() {
    assertThat(backend().devices()).isEmpty();
  }

  @Test
  void requirements_emptyMachine_areOneGpu() {
    assertThat(backend().requirements())
        .singleElement()
        .matches(requirement -> !requirement.present() && requirement.needed())
        .matches(requirement -> requirement.remedy().contains("docker run --gpus all"))
        .extracting(Requirement::name)
        .isEqualTo("NVIDIA GPU");
  }

  @Test
  void requirements_deviceFilesAlone_haveEveryLineWithARemedy() throws IOException {
    deviceFile();
    List<Requirement> requirements = backend().requirements();

    assertThat(requirements)
        .filteredOn(requirement -> requirement.needed() && !requirement.present())
        .extracting(Requirement::name)
        .containsExactly("NVIDIA driver", "GPU", "CUDA compiler");
    assertThat(requirements)
        .filteredOn(requirement -> requirement.needed() && !requirement.present())
        .extracting(Requirement::remedy)
        .noneMatch(String::isEmpty);
  }

  @Test
  void requirements_toolkitWithoutDriver_namesWhereItLies() throws IOException {
    deviceFile();
    Path folder = Files.createDirectories(root.resolve("usr/local/cuda/bin"));
    Path nvcc = Files.createFile(folder.resolve("nvcc"));

    assertThat(backend().requirements())
        .contains(new Requirement("CUDA compiler", true, true, "nvcc at " + nvcc, ""));
  }

  @Test
  void requirements_thisMachine_neverThrow() {
    assertThat(new CudaBackend().requirements()).size().isIn(1, 9);
  }

  private void deviceFile() throws IOException {
    Files.createFile(Files.createDirectories(root.resolve("dev")).resolve("nvidiactl"));
  }

  private CudaBackend backend() {
    return new CudaBackend(Map.of(), root, List.of("libnothing.so.7"));
  }
}

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolkitTest {

  @TempDir Path root;

  @Test
  void find_emptyMachine_findsNothing() {
    Toolkit toolkit = Toolkit.find(Map.of(), root, 13);

    assertThat(toolkit.nvrtc()).isEmpty();
    assertThat(toolkit.nvcc()).isEmpty();
    assertThat(toolkit.headers()).isEmpty();
    assertThat(toolkit.profiler()).isEmpty();
    assertThat(toolkit.sanitizer()).isEmpty();
  }

  @Test
  void find_installedToolkit_findsItsPieces() throws IOException {
    Path nvrtc = file("usr/local/cuda-13.0/lib64/libnvrtc.so.13");
    Path nvcc = file("usr/local/cuda-13.0/bin/nvcc");
    Path header = file("usr/local/cuda-13.0/include/cuda_fp16.h");
    Path profiler = file("opt/nvidia/nsight-compute/2025.3.1/ncu");
    Path sanitizer = file("tools/compute-sanitizer");

    Toolkit toolkit = Toolkit.find(Map.of("PATH", root.resolve("tools").toString()), root, 13);

    assertThat(toolkit.nvrtc()).hasValue(nvrtc);
    assertThat(toolkit.nvcc()).hasValue(nvcc);
    assertThat(toolkit.headers()).hasValue(header.getParent());
    assertThat(toolkit.profiler()).hasValue(profiler);
    assertThat(toolkit.sanitizer()).hasValue(sanitizer);
  }

  @Test
  void find_wheelsBesidePyTorch_findsNvrtcAndHeaders() throws IOException {
    String wheel = "opt/torch/.venv/lib/python3.12/site-packages/nvidia/cu13/";
    Path nvrtc = file(wheel + "lib/libnvrtc.so.13");
    Path header = file(wheel + "include/cuda_fp16.h");

    Toolkit toolkit = Toolkit.find(Map.of(), root, 13);

    assertThat(toolkit.nvrtc()).hasValue(nvrtc);
    assertThat(toolkit.headers()).hasValue(header.getParent());
  }

  @Test
  void find_namedFolder_goesBeforeTheUsualOnes() throws IOException {
    file("usr/local/cuda/bin/nvcc");
    Path named = file("mine/bin/nvcc");

    Toolkit toolkit = Toolkit.find(Map.of("CUDA_HOME", root.resolve("mine").toString()), root, 13);

    assertThat(toolkit.nvcc()).hasValue(named);
  }

  @Test
  void find_nvrtcNewerThanTheDriver_isPassedOver() throws IOException {
    file("usr/local/cuda-13.0/lib64/libnvrtc.so.13");
    Path older = file("usr/local/cuda-12.8/lib64/libnvrtc.so.12");

    assertThat(Toolkit.find(Map.of(), root, 12).nvrtc()).hasValue(older);
  }

  private Path file(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }
}

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a stub of libcuda.so.1 that the C compiler makes on the spot. */
class DriverIT {

  private static final String WORKING =
      """
      #include <string.h>
      int cuInit(unsigned flags) { return 0; }
      int cuDriverGetVersion(int *v) { *v = 13000; return 0; }
      int cuDeviceGetCount(int *n) { *n = 2; return 0; }
      int cuDeviceGet(int *d, int i) { *d = i; return 0; }
      int cuDeviceGetName(char *s, int n, int d) { strncpy(s, d ? "Stub B" : "Stub A", n); return 0; }
      int cuDeviceTotalMem_v2(unsigned long *b, int d) { *b = 16ul << 30; return 0; }
      int cuDeviceGetUuid(unsigned char *u, int d) { for (int i = 0; i < 16; i++) u[i] = 16 * d + i; return 0; }
      int cuDeviceGetAttribute(int *v, int a, int d) { *v = a == 75 ? 8 + d : 0; return 0; }
      """;

  private static final String BROKEN =
      """
      int cuInit(unsigned flags) { return 999; }
      int cuGetErrorName(int e, const char **s) { *s = "CUDA_ERROR_UNKNOWN"; return 0; }
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void needsACompiler() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "no /usr/bin/cc to build the stub with");
  }

  @Test
  void probe_stubWithTwoGpus_listsBoth() throws Exception {
    Path root = Files.createDirectories(folder.resolve("root"));
    Path proc = Files.createDirectories(root.resolve("proc/driver/nvidia"));
    Files.writeString(
        proc.resolve("version"),
        "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build\n");

    Driver driver = Driver.probe(List.of("libnothing.so.7", build("working", WORKING)), root);

    assertThat(driver)
        .isEqualTo(
            new Driver.Present(
                "580.159.04",
                13_000,
                List.of(new Gpu(0, "Stub A", 16L << 30, 80), new Gpu(1, "Stub B", 16L << 30, 90))));
    assertThat(((Driver.Present) driver).gpus())
        .extracting(Gpu::architecture)
        .containsExactly("sm_80", "sm_90a");
  }

  @Test
  void uuid_ofASecondGpu_isWrittenAsTheToolsDo() throws Exception {
    assertThat(Driver.uuid(List.of(build("working", WORKING)), 1))
        .contains("GPU-10111213-1415-1617-1819-1a1b1c1d1e1f");
  }

  @Test
  void uuid_withoutADriver_isEmpty() throws Exception {
    assertThat(Driver.uuid(List.of("libnothing.so.7"), 0)).isEmpty();
    assertThat(Driver.uuid(List.of(build("broken", BROKEN)), 0)).isEmpty();
  }

  @Test
  void probe_driverThatDoesNotStart_isAbsentAndSaysWhy() throws Exception {
    assertThat(Driver.probe(List.of(build("broken", BROKEN)), folder))
        .isInstanceOfSatisfying(
            Driver.Absent.class,
            absent -> assertThat(absent.reason()).contains("does not start: CUDA_ERROR_UNKNOWN"));
  }

  @Test
  void probe_noLibrary_isAbsent() {
    assertThat(Driver.probe(List.of("libnothing.so.7"), folder)).isInstanceOf(Driver.Absent.class);
  }

  private static String build(String name, String source) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve(name + ".c"), source);
    Path library = folder.resolve("lib" + name + ".so");
    int status =
        new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), file.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).isZero();
    return library.toString();
  }
}

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a stub of libnvidia-ml.so.1 that the C compiler makes on the spot. */
class NvmlIT {

  /**
   * Processes 100 (this one), 101 (its sibling) and 200; the latter computes at the second look.
   */
  private static final String WORKING =
      """
      #include <string.h>
      typedef unsigned long long u64;
      static int device;
      struct process { unsigned pid; u64 memory; unsigned gi, ci; };
      struct sample { unsigned pid; u64 time; unsigned sm, mem, enc, dec; };
      int nvmlInit_v2(void) { return 0; }
      int nvmlDeviceGetHandleByUUID(const char *u, void **d) { *d = &device; return strcmp(u, "GPU-1") ? 6 : 0; }
      int nvmlDeviceGetClockInfo(void *d, int kind, unsigned *mhz) { *mhz = kind == 1 ? 1755 : kind == 2 ? 3201 : 0; return 0; }
      int nvmlDeviceGetPowerUsage(void *d, unsigned *mw) { *mw = 612300; return 0; }
      int nvmlDeviceGetTemperature(void *d, int sensor, unsigned *c) { *c = 63; return sensor; }
      int nvmlDeviceGetCurrentClocksThrottleReasons(void *d, u64 *m) { *m = 0x1 | 0x4 | 0x40 | 0x80; return 0; }
      int nvmlDeviceGetTotalEnergyConsumption(void *d, u64 *mj) { *mj = 5000000500ull; return 0; }
      int nvmlDeviceGetComputeRunningProcesses_v3(void *d, unsigned *n, struct process *p) {
        p[0].pid = 100; p[1].pid = 101; p[2].pid = 200; *n = 3; return 0;
      }
      int nvmlDeviceGetProcessUtilization(void *d, struct sample *s, unsigned *n, u64 since) {
        struct sample all[] = {{200, 10, 90}, {101, 20, 90}, {200, 20, 0}, {200, 30, 40}};
        static int calls;
        unsigned upTo = ++calls == 1 ? 3 : 4, count = 0;
        for (unsigned i = 0; i < upTo; i++) if (all[i].time > since) s[count++] = all[i];
        *n = count;
        return count ? 0 : 6;
      }
      """;

  private static final String SILENT =
      """
      int nvmlInit_v2(void) { return 0; }
      int nvmlDeviceGetHandleByUUID(const char *u, void **d) { *d = 0; return 0; }
      int nvmlDeviceGetPowerUsage(void *d, unsigned *mw) { return 3; }
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void needsACompiler() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "no /usr/bin/cc to build the stub with");
  }

  private static String build(String name, String source) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve(name + ".c"), source);
    Path library = folder.resolve("lib" + name + ".so");
    var compiler = new ProcessBuilder("/usr/bin/cc", "-shared", "-fPIC", "-o", library.toString());
    compiler.command().add(file.toString());
    assertThat(compiler.inheritIO().start().waitFor()).isZero();
    return library.toString();
  }

  private static Optional<Nvml> open(String library, long self) {
    return Nvml.open(List.of("libnothing.so.7", library), "GPU-1", self, () -> Set.of(99L, 101L));
  }

  @Test
  void look_stub_tellsEverything() throws Exception {
    Nvml nvml = open(build("telling", WORKING), 100).orElseThrow();

    DeviceState state = nvml.look();

    assertThat(state.coreMegahertz()).hasValue(1755);
    assertThat(state.memoryMegahertz()).hasValue(3201);
    assertThat(state.watts().orElseThrow()).isBetween(612.29, 612.31);
    assertThat(state.celsius()).hasValue(63);
    assertThat(state.throttles())
        .containsExactlyInAnyOrder(
            Throttle.POWER_CAP, Throttle.HARDWARE_THERMAL, Throttle.POWER_BRAKE);
    assertThat(state.neighbours()).hasValue(1);
    assertThat(nvml.joules()).hasValue(5_000_000.5);
  }

  @Test
  void look_neighbourThatComputes_sharesTheGpuSinceTheLastLookOnly() throws Exception {
    Nvml nvml = open(build("shared", WORKING), 100).orElseThrow();

    assertThat(nvml.look().shared()).isTrue();
    assertThat(nvml.look().shared()).isFalse();
  }

  @Test
  void look_idsOfAnotherNamespace_makeNobodyANeighbour() throws Exception {
    Nvml nvml = open(build("foreign", WORKING), 7).orElseThrow();

    DeviceState state = nvml.look();

    assertThat(state.neighbours()).isEmpty();
    assertThat(state.shared()).isFalse();
  }

  @Test
  void look_libraryThatTellsNothing_isUnknown() throws Exception {
    Nvml nvml = open(build("silent", SILENT), 100).orElseThrow();

    assertThat(nvml.look()).isEqualTo(DeviceState.UNKNOWN);
    assertThat(nvml.joules()).isEmpty();
  }

  @Test
  void open_withoutLibraryOrGpu_isEmpty() throws Exception {
    assertThat(open("libnothing.so.8", 100)).isEmpty();
    assertThat(Nvml.open(List.of(build("other", WORKING)), "GPU-2", 100, () -> Set.of())).isEmpty();
  }
}

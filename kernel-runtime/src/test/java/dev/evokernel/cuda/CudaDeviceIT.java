package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.DeviceMemory.Region;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Source;
import dev.evokernel.measure.EnergyMeter;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CudaDeviceIT {

  private static final List<Long> SEEDS = List.of(1L, 2L);

  private GpuFixture gpu;
  private Path cache;

  @BeforeAll
  void open(@TempDir Path folder) {
    cache = folder;
    gpu = GpuFixture.open(cache);
  }

  @AfterAll
  void close() {
    gpu.close();
  }

  @Test
  void limits_ofAGpu_areThoseOfItsAttributes() {
    assertThat(gpu.device().limits().value(Limit.WARP_SIZE)).isEqualTo(32);
    assertThat(gpu.device().limits().value(Limit.SHARED_MEMORY)).isGreaterThanOrEqualTo(48 << 10);
    assertThat(gpu.device().limits().value(Limit.COMPUTE_CAPABILITY)).isGreaterThanOrEqualTo(70);
  }

  @Tag("hardware")
  @ParameterizedTest
  @EnumSource
  void gate_rightCandidate_acceptsOnEveryShape(GpuKernel variant) {
    Kernel kernel = variant.read();
    for (var shape : kernel.shapes()) {
      try (Workspace workspace = gpu.workspace(kernel, shape.name());
          Program program = gpu.load(kernel, kernel.defaultConfiguration())) {
        VerificationResult verdict =
            new CorrectnessGate(kernel, shape, SEEDS).check(workspace, program);

        assertThat(verdict).isInstanceOf(VerificationResult.Accepted.class);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "before, OUT_OF_BOUNDS_WRITE, 'y'",
    "after, OUT_OF_BOUNDS_WRITE, 'y'",
    "input, INPUT_MODIFIED, 'x'",
    "nan_once, NOT_FINITE, y[7] is NaN",
    "one_wrong, WRONG_RESULT, y[75] is",
    "drifts, NOT_REPEATABLE, seed 1",
    "idle, NOT_FINITE, 77 of 77",
  })
  void gate_faultyCandidate_refusesAndTheNextIsUnaffected(
      String fault, Rejection reason, String said) {
    for (GpuKernel variant : GpuKernel.values()) {
      Kernel kernel = variant.read();
      var gate = new CorrectnessGate(kernel, kernel.shape("ragged"), SEEDS);
      try (Workspace workspace = gpu.workspace(kernel, "ragged");
          Program faulty = gpu.load(kernel, variant.with("FAULT", fault));
          Program right = gpu.load(kernel, kernel.defaultConfiguration())) {

        assertThat(gate.check(workspace, faulty))
            .isInstanceOfSatisfying(
                VerificationResult.Refused.class,
                refused -> {
                  assertThat(refused.rejection().reason()).isEqualTo(reason);
                  assertThat(refused.rejection().message()).contains(said);
                });
        assertThat(gate.check(workspace, right)).isInstanceOf(VerificationResult.Accepted.class);
      }
    }
  }

  @Tag("hardware")
  @Test
  void compare_oneWrongElement_isCountedAndLocated() {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (Workspace workspace = gpu.workspace(kernel, "large");
        Program program = gpu.load(kernel, GpuKernel.SINGLE.with("FAULT", "one_wrong"))) {
      workspace.prepare(3);
      workspace.poison();
      workspace.launch(program);

      OutputComparison comparison = workspace.compare().getFirst();

      assertThat(comparison.elements()).isEqualTo(1 << 22);
      assertThat(comparison.wrong()).isEqualTo(1);
      assertThat(comparison.worstIndex()).isEqualTo((1 << 22) - 2);
      assertThat(comparison.actual() - comparison.expected()).isBetween(0.99, 1.01);
      assertThat(comparison.excess()).isGreaterThan(1);
    }
  }

  @Test
  void launch_moreThan48KiBOfSharedMemory_isOptedIn() {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program program = gpu.load(kernel, GpuKernel.SINGLE.with("SHARED", 64_000))) {
      workspace.prepare(1);
      workspace.launch(program);

      assertThat(workspace.compare()).allMatch(OutputComparison::passed);
    }
  }

  @Test
  void resources_ofAProgram_areThoseOfItsFunction() {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program program = gpu.load(kernel, GpuKernel.SINGLE.with("SHARED", 64_000))) {

      Resources resources = workspace.resources(program).orElseThrow();

      assertThat(resources.registers()).isBetween(4, 64);
      assertThat(resources.localBytes()).isZero();
      assertThat(resources.staticShared()).isZero();
      assertThat(resources.dynamicShared()).isEqualTo(64_000);
      assertThat(resources.occupancy()).isBetween(0.01, 0.5);
    }
  }

  @ParameterizedTest
  @CsvSource({"SHARED, 300000, shared memory", "THREADS, 2048, threads"})
  void launch_beyondTheDevice_isAResourceLimit(String parameter, long value, String said) {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program program = gpu.load(kernel, GpuKernel.SINGLE.with(parameter, value))) {
      workspace.prepare(1);

      assertThatThrownBy(() -> workspace.launch(program))
          .isInstanceOfSatisfying(
              RejectionException.class,
              e -> assertThat(e.reason()).isEqualTo(Rejection.RESOURCE_LIMIT))
          .hasMessageContaining(said);
      assertThat(gpu.device().usable()).isTrue();
    }
  }

  @Test
  void launch_emptyBlock_isALaunchFailure() {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program program = gpu.load(kernel, GpuKernel.SINGLE.with("THREADS", -1))) {
      workspace.prepare(1);

      assertThatThrownBy(() -> workspace.launch(program))
          .isInstanceOfSatisfying(
              RejectionException.class,
              e -> assertThat(e.reason()).isEqualTo(Rejection.LAUNCH_FAILURE));
      assertThat(gpu.device().usable()).isTrue();
    }
  }

  @Test
  void launch_ofAFunctionThatTakesMore_isALaunchFailure(@TempDir Path folder) throws IOException {
    assumeTrue(DriverCalls.tellsParameters(), "the driver is older than CUDA 12.4");
    Kernel kernel = GpuKernel.SINGLE.read();
    Path file =
        Files.writeString(
            folder.resolve("more.cu"),
            "extern \"C\" __global__ void more(int* a, int* b, int* c, int* d, int* e, int* f) {}");
    Kernel more =
        kernel.with(kernel.entryPoint().with(new Source(List.of(file), "more", List.of())));
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program program = gpu.load(more, kernel.defaultConfiguration())) {
      workspace.prepare(1);

      assertThatThrownBy(() -> workspace.launch(program))
          .isInstanceOfSatisfying(
              RejectionException.class,
              e -> assertThat(e.reason()).isEqualTo(Rejection.LAUNCH_FAILURE))
          .hasMessageContaining("The function 'more' takes 6 parameters, but is launched with")
          .hasMessageContaining("lacks one");
      assertThat(gpu.device().usable()).isTrue();
    }
  }

  @Tag("hardware")
  @Test
  void time_anyNumberOfLaunches_growsInProportion() {
    Kernel kernel = GpuKernel.SINGLE.read();
    for (String shape : List.of("ragged", "large")) {
      try (Workspace workspace = gpu.workspace(kernel, shape);
          Program program = gpu.load(kernel, kernel.defaultConfiguration())) {
        workspace.prepare(1);
        workspace.time(program, new Batch(2000, CacheState.HOT));

        double few = workspace.time(program, new Batch(500, CacheState.HOT)) / 500.0;
        double many = workspace.time(program, new Batch(5000, CacheState.HOT)) / 5000.0;

        System.out.printf("%s: %.1f ns of 500, %.1f ns of 5000 launches%n", shape, few, many);
        assertThat(few / many).isBetween(0.9, 1.1);
        assertThat(workspace.compare()).allMatch(OutputComparison::passed);
      }
    }
  }

  @Tag("hardware")
  @Test
  void timeCold_aloneAndInBatches_saysAboutTheSame() {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (Workspace workspace = gpu.workspace(kernel, "large");
        Program program = gpu.load(kernel, kernel.defaultConfiguration())) {
      workspace.prepare(1);
      double hot = workspace.time(program, new Batch(500, CacheState.HOT)) / 500.0;
      workspace.time(program, new Batch(50, CacheState.COLD));

      double[] alone = new double[50];
      for (int i = 0; i < alone.length; i++) {
        alone[i] = workspace.time(program, new Batch(1, CacheState.COLD));
      }
      double batched = workspace.time(program, new Batch(50, CacheState.COLD)) / 50.0;

      double median = Samples.of(alone).p50();
      System.out.printf("hot %.1f, cold alone %.1f, in batches %.1f ns%n", hot, median, batched);
      assertThat(median / batched).isBetween(0.5, 2.0);
      assertThat(workspace.compare()).allMatch(OutputComparison::passed);
    }
  }

  @Tag("hardware")
  @Test
  void state_ofAGpu_tellsClocksPowerAndTemperature() {
    DeviceState state = gpu.device().state();

    System.out.println(state);
    assertThat(state.coreMegahertz().orElseThrow()).isBetween(100.0, 5000.0);
    assertThat(state.memoryMegahertz().orElseThrow()).isBetween(100.0, 20_000.0);
    assertThat(state.watts().orElseThrow()).isBetween(10.0, 2000.0);
    assertThat(state.celsius().orElseThrow()).isBetween(5.0, 110.0);
    long began = System.nanoTime();
    for (int i = 0; i < 20; i++) {
      state = gpu.device().state();
    }
    System.out.printf("a look takes %.2f ms%n", (System.nanoTime() - began) / 20e6);
    assertThat(state.shared()).as(state.toString()).isFalse();
  }

  @Tag("hardware")
  @Test
  void energy_ofALaunch_isThatOfAPowerThatCanBe() {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (Workspace workspace = gpu.workspace(kernel, "large");
        Program program = gpu.load(kernel, kernel.defaultConfiguration())) {
      workspace.prepare(1);
      double nanos = workspace.time(program, new Batch(500, CacheState.HOT)) / 500.0;

      double joules =
          new EnergyMeter(gpu.device()::joules)
              .measure(
                  launches -> workspace.time(program, new Batch(launches, CacheState.HOT)), nanos)
              .orElseThrow();

      System.out.printf("%.6f J for a launch, %.1f W%n", joules, joules / nanos * 1e9);
      assertThat(joules / nanos * 1e9).isBetween(20.0, 2000.0);
    }
  }

  @Test
  void load_manyPrograms_leavesNoMemoryBehind() {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (Workspace workspace = gpu.workspace(kernel, "ragged")) {
      workspace.prepare(1);
      long free = 0;
      for (int i = 0; i < 300; i++) {
        try (Program program = gpu.load(kernel, kernel.defaultConfiguration())) {
          workspace.launch(program);
          workspace.time(program, new Batch(20, CacheState.HOT));
        }
        if (i == 20) {
          free = freeMemory();
        }
      }
      assertThat(free - freeMemory()).isLessThan(4 << 20);
    }
  }

  @Tag("hardware")
  @ParameterizedTest
  @CsvSource({
    "illegal, ILLEGAL_ACCESS false",
    "misaligned, ILLEGAL_ACCESS false",
    "traps, CRASH false",
    "none, NONE true"
  })
  void launch_fault_isToldAndLosesTheDevice(String fault, String told)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xlog:cds=off,aot=off", // to standard output otherwise
                "-cp",
                System.getProperty("java.class.path"),
                StickyFault.class.getName(),
                fault,
                cache.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).startsWith(told);
  }

  private static long freeMemory() {
    long[] free = new long[1];
    Status.machine(
        jcuda.driver.JCudaDriver.cuMemGetInfo(free, new long[1]), "asking for free memory");
    return free[0];
  }

  @Test
  void buffers_ofInputs_canOnlyBeReadByTimedLaunchesAndTouchTheirEnds() {
    assertThat(MappedMemory.isSupported()).isTrue();
    try (var memory = MappedMemory.allocate(1000)) {
      assertThat(memory.bytes()).isEqualTo(2 << 20);
      assertThat(memory.reading()).isNotEqualTo(memory.writing());
    }
    Kernel kernel = GpuKernel.SINGLE.read();
    BufferLayout layout = BufferLayout.of(kernel, kernel.shape("ragged"), Buffers.ALIGNMENT);
    BufferLayout.Slot input = layout.inputs().getFirst();
    for (Buffers.Side side : Buffers.Side.values()) {
      try (var buffers = new Buffers(layout, side)) {
        List<Region<Handles.Address>> guards = buffers.guards(input);
        Region<Handles.Address> closest =
            side == Buffers.Side.START ? guards.getFirst() : guards.getLast();
        assertThat(closest.bytes()).isLessThan(256);
        assertThat(buffers.at(input).value() % 256).isZero();
        assertThat(buffers.writable(input).value()).isNotEqualTo(buffers.at(input).value());
      }
    }
  }
}

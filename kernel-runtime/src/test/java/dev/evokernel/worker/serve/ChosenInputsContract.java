package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.backend.reference.PythonProcess;
import dev.evokernel.expr.Value;
import dev.evokernel.gate.AcceptedPrograms;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.RepeatedLaunches;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.gate.VerifiedTimer;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Special;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Candidates of one shape that read inputs of their own, on every backend. */
abstract class ChosenInputsContract {

  private static final List<Long> TILES = List.of(4L, 1L, 64L);

  @TempDir private Path temporary;

  private final Backend backend;
  private final Map<Long, Program> programs = new LinkedHashMap<>();

  @SuppressWarnings("NullAway.Init")
  private Kernel kernel;

  @SuppressWarnings("NullAway.Init")
  private Compiler compiler;

  @SuppressWarnings("NullAway.Init")
  private Device device;

  @SuppressWarnings("NullAway.Init")
  private ChosenWorkspace workspace;

  @SuppressWarnings("NullAway.Init")
  private CorrectnessGate gate;

  ChosenInputsContract(String backend) {
    this.backend = Backend.ofThisProcess(backend);
  }

  @BeforeEach
  void open() throws Exception {
    RowsKernel.assumePython();
    assumeFalse(backend.devices().isEmpty(), "no device for " + backend.name());
    Path folder = Files.createDirectory(temporary.resolve("tiled"));
    Path original =
        Path.of(
            Objects.requireNonNull(ChosenInputsContract.class.getResource("/kernels/tiled"))
                .toURI());
    for (Path file : KernelSources.of(original).files()) {
      Files.copy(file, folder.resolve(String.valueOf(file.getFileName())));
    }
    Path cache = temporary.resolve("cache");
    kernel =
        KernelReader.read(folder, backend.name()).with(new KernelIdentity.Programs(cache, "cpu"));
    Shape shape = kernel.shapes().getFirst();
    DeviceIdentity identity = backend.devices().getFirst();
    compiler = backend.compiler(identity, cache, Duration.ofSeconds(60));
    device = backend.open(identity);
    workspace =
        new ChosenWorkspace(own -> device.workspace(own, shape, reference()), kernel, shape);
    gate = new CorrectnessGate(kernel, shape, List.of(1L, 2L));
    for (long tile : TILES) {
      programs.put(tile, program(configuration(tile, "none")));
    }
  }

  @AfterEach
  void close() {
    PythonProcess.end();
    programs.values().forEach(Program::close);
    if (workspace != null) {
      workspace.close();
      device.close();
    }
  }

  private static Binary binary(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }

  private Configuration configuration(long tile, String fault) {
    return kernel
        .defaultConfiguration()
        .with("TILE", Value.of(tile))
        .with("FAULT", Value.of(fault));
  }

  private Program program(Configuration configuration) {
    return device.load(
        kernel, configuration, binary(compiler.compile(kernel.source(), configuration)));
  }

  private List<String> made() throws IOException {
    return Files.readAllLines(temporary.resolve("made"));
  }

  @Test
  void check_ofEachChoice_findsItsOwnInputsAndTheDefaultsOutputs() throws IOException {
    for (int round = 0; round < 2; round++) {
      programs.forEach(
          (tile, program) -> {
            assertThat(gate.check(workspace, program))
                .isInstanceOf(VerificationResult.Accepted.class);
            assertThat(workspace.read(BufferSet.FIRST).chosen().values().values())
                .hasToString(tile == 4 ? "[]" : "[" + tile + "]");
          });
    }
    assertThat(made()).containsExactlyInAnyOrder("4 1", "4 2", "1 1", "1 2", "64 1", "64 2");
  }

  @Test
  void sample_ofChoicesInTurn_isOfLaunchesThatAreRight() {
    var timers = new ArrayList<VerifiedTimer>();
    for (Program program : programs.values()) {
      timers.add(AcceptedPrograms.timer(gate, workspace, program, CacheState.HOT));
    }
    for (int launches : new int[] {1, 2, 7, 130}) {
      timers.forEach(timer -> assertThat(timer.settle(launches)).isPositive());
      timers.forEach(timer -> assertThat(timer.sample(launches)).isPositive());
      timers.forEach(timer -> assertThat(timer.nanos(launches)).isPositive());
    }
  }

  @Test
  void examine_ofFreshAndSpecialInputs_isRightForEachChoice() {
    var launches = new RepeatedLaunches(gate, workspace, System::nanoTime);
    programs
        .values()
        .forEach(
            program -> {
              assertThat(
                      gate.examine(workspace, program, List.of(InputSet.special(1, Special.LARGE))))
                  .isInstanceOf(VerificationResult.Accepted.class);
              assertThat(gate.check(workspace, program))
                  .isInstanceOf(VerificationResult.Accepted.class);
              assertThat(launches.wrongOnce(program, Duration.ofMillis(5))).isEmpty();
              assertThat(
                      launches
                          .fasterOnUsualInputs(program, () -> InputSet.usual(77))
                          .filter(fault -> fault.reason() != Rejection.SUSPICIOUS))
                  .isEmpty();
            });
  }

  @Test
  void check_ofSeveralUnits_comparesWithTheReferenceOfAsMany() {
    for (long tile : TILES) {
      Configuration thrice = configuration(tile, "none").with("TIMES", Value.of(3));
      assertThat(kernel.units(thrice, kernel.shapes().getFirst())).isEqualTo(3);
      try (Program program = program(thrice)) {
        assertThat(gate.check(workspace, program)).isInstanceOf(VerificationResult.Accepted.class);
        assertThat(gate.check(workspace, Objects.requireNonNull(programs.get(tile))))
            .isInstanceOf(VerificationResult.Accepted.class);
        assertThat(gate.check(workspace, program)).isInstanceOf(VerificationResult.Accepted.class);
      }
    }
  }

  @Test
  void check_ofAFaultWithItsOwnInputs_isRejected() {
    try (Program program = program(configuration(64, "forgets"))) {
      assertThat(gate.check(workspace, program)).isInstanceOf(VerificationResult.Refused.class);
    }
  }

  @Test
  void choose_aChoice_isNewOnce() throws IOException {
    assertThat(workspace.choose(kernel.defaultConfiguration())).isFalse();
    assertThat(workspace.choose(configuration(64, "none"))).isTrue();
    workspace.prepare(5);
    assertThat(workspace.choose(configuration(64, "forgets"))).isFalse();
    assertThat(made()).contains("64 5");
    Program whole = Objects.requireNonNull(programs.get(1L));
    device.launchOnce(kernel, kernel.shapes().getFirst(), whole, reference(), 6);
    assertThat(made()).contains("1 6");
  }

  private PreparedReference reference() {
    return new PreparedReference(
        compiler.reference(kernel.reference()).map(ChosenInputsContract::binary),
        temporary.resolve("cache"),
        Duration.ZERO);
  }
}

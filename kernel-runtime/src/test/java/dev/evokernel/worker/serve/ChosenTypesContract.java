package dev.evokernel.worker.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.expr.Value;
import dev.evokernel.gate.AcceptedPrograms;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.gate.VerifiedTimer;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Special;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Candidates of one shape whose parameters choose types of arguments, on every backend. */
abstract class ChosenTypesContract {

  @TempDir private Path temporary;

  private final Backend backend;
  private final List<Program> programs = new ArrayList<>();

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

  ChosenTypesContract(String backend) {
    this.backend = Backend.ofThisProcess(backend);
  }

  @BeforeEach
  void open() throws Exception {
    assumeFalse(backend.devices().isEmpty(), "no device for " + backend.name());
    kernel =
        KernelReader.read(
            Path.of(
                Objects.requireNonNull(
                        ChosenTypesContract.class.getResource("/kernels/rounded/kernel.yaml"))
                    .toURI()),
            backend.name());
    Shape shape = kernel.shapes().getFirst();
    DeviceIdentity identity = backend.devices().getFirst();
    compiler = backend.compiler(identity, temporary.resolve("cache"), Duration.ofSeconds(60));
    device = backend.open(identity);
    var reference =
        new PreparedReference(
            compiler.reference(kernel.reference()).map(ChosenTypesContract::binary),
            temporary.resolve("cache"),
            Duration.ZERO);
    workspace = new ChosenWorkspace(own -> device.workspace(own, shape, reference), kernel, shape);
    gate = new CorrectnessGate(kernel, shape, List.of(1L, 2L));
  }

  @AfterEach
  void close() {
    programs.forEach(Program::close);
    if (workspace != null) {
      workspace.close();
      device.close();
    }
  }

  private static Binary binary(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }

  private Program program(String weights, String out, String factor, String fault) {
    Configuration configuration =
        kernel
            .defaultConfiguration()
            .with("WEIGHTS", Value.of(weights))
            .with("OUT", Value.of(out))
            .with("FACTOR", Value.of(factor))
            .with("FAULT", Value.of(fault));
    Program program =
        device.load(
            kernel, configuration, binary(compiler.compile(kernel.source(), configuration)));
    programs.add(program);
    return program;
  }

  private double error(Program program) {
    var accepted = (VerificationResult.Accepted) gate.check(workspace, program);
    return accepted.accuracy().stream().mapToDouble(OutputComparison::excess).max().orElseThrow();
  }

  @Test
  void check_ofEachType_statesErrorsInOneUnit() {
    Program exact = program("f32", "float", "f64", "none");
    Program weights = program("f16", "float", "f32", "none");
    Program all = program("f16", "half", "f32", "none");
    for (int round = 0; round < 2; round++) {
      assertThat(error(exact)).isLessThanOrEqualTo(1);
      assertThat(error(weights)).isBetween(10.0, 1000.0);
      assertThat(error(all)).isBetween(10.0, 1000.0);
    }
  }

  @Test
  void check_ofAWideTypeThatIsComputedInANarrowOne_isRejected() {
    Program wide = program("f32", "float", "f32", "imprecise");
    assertThat(gate.check(workspace, wide))
        .isInstanceOfSatisfying(
            VerificationResult.Refused.class,
            refused -> {
              Rejected rejected = refused.rejection();
              assertThat(rejected.message()).contains("± 1e-6 + 1e-6");
            });
    assertThat(gate.check(workspace, program("f16", "float", "f32", "imprecise")))
        .isInstanceOf(VerificationResult.Accepted.class);
  }

  @Test
  void examine_ofSpecialInputs_isRightForEachType() {
    for (String weights : List.of("f16", "f32")) {
      assertThat(
              gate.examine(
                  workspace,
                  program(weights, "half", "f64", "none"),
                  List.of(InputSet.special(1, Special.LARGE))))
          .isInstanceOf(VerificationResult.Accepted.class);
    }
  }

  @Test
  void sample_ofTypesInTurn_isOfLaunchesThatAreRight() {
    var timers = new ArrayList<VerifiedTimer>();
    for (String out : List.of("float", "half")) {
      for (String weights : List.of("f16", "f32")) {
        Program program = program(weights, out, "f32", "none");
        timers.add(AcceptedPrograms.timer(gate, workspace, program, CacheState.HOT));
      }
    }
    for (int launches : new int[] {1, 2, 7}) {
      timers.forEach(timer -> assertThat(timer.settle(launches)).isPositive());
      timers.forEach(timer -> assertThat(timer.sample(launches)).isPositive());
      timers.forEach(timer -> assertThat(timer.nanos(launches)).isPositive());
    }
  }
}

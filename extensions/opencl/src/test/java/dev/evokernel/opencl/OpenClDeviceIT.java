package dev.evokernel.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.value.Value;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.gate.VerifiedTimer;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.opencl.binding.ClDevices;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@EnabledIf(
    value = "dev.evokernel.opencl.OpenClFixture#present",
    disabledReason = "no OpenCL device: install PoCL with 'apt-get install pocl-opencl-icd'")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenClDeviceIT {

  private static final List<Long> SEEDS = List.of(1L, 2L);

  private OpenClFixture fault;
  private OpenClFixture held;

  @BeforeAll
  void open(@TempDir Path cache) {
    fault = OpenClFixture.open("clfault", cache);
    held = OpenClFixture.open("clheld", cache);
  }

  @AfterAll
  void close() {
    fault.close();
    held.close();
  }

  @ParameterizedTest
  @CsvSource({
    "ITEMS, 65536, RESOURCE_LIMIT, 'A work-group would have 65,536 work-items'",
    "SHARED, 1000000, RESOURCE_LIMIT, 'bytes of local memory; the device allows'",
    "ITEMS, -1, LAUNCH_FAILURE, 'each size must be at least 1'",
  })
  void launch_thatTheDeviceCannotHold_isRejected(
      String parameter, long value, Rejection reason, String said) {
    Configuration configuration =
        fault.kernel().defaultConfiguration().with(parameter, Value.of(value));
    try (Workspace workspace = fault.workspace();
        Program program = fault.load(configuration)) {
      workspace.prepare(1);

      assertThatThrownBy(() -> workspace.launch(program))
          .isInstanceOfSatisfying(
              RejectionException.class,
              e -> {
                assertThat(e.reason()).isEqualTo(reason);
                assertThat(e.getMessage()).contains(said);
              });
    }
  }

  @Test
  void compile_flagThatTheDriverDoesNotKnow_isTheMachinesFault() {
    Source source = fault.kernel().source();

    assertThatThrownBy(
            () ->
                fault
                    .compiler()
                    .compile(
                        source.calling(source.entries(), List.of("-qwerty")),
                        fault.kernel().defaultConfiguration()))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("-qwerty")
        .hasMessageContaining("Remove a flag in kernel.yaml.");
  }

  @Test
  void compile_error_showsTheLineOfTheSource() {
    Configuration broken = fault.kernel().defaultConfiguration().with("BROKEN", Value.of(true));

    assertThat(fault.compiler().compile(fault.kernel().source(), broken))
        .isInstanceOfSatisfying(
            Compilation.Failed.class,
            failed ->
                assertThat(failed.log())
                    .containsPattern("fault\\.cl:15:2: error: \"?told not to compile")
                    .containsPattern("#error \"told not to compile\"\n +\\^"));
  }

  @ParameterizedTest
  @CsvSource({
    "twice, WRONG_RESULT, y[",
    "beyond, OUT_OF_BOUNDS_WRITE, 'sums'",
  })
  void gate_contentsWrittenWrongly_isRejected(String way, Rejection reason, String said) {
    Configuration configuration = held.kernel().defaultConfiguration().with("FAULT", Value.of(way));
    try (Workspace workspace = held.workspace();
        Program program = held.load(configuration)) {
      assertThat(gate().check(workspace, program))
          .isInstanceOfSatisfying(
              VerificationResult.Refused.class,
              refused -> {
                assertThat(refused.rejection().reason()).isEqualTo(reason);
                assertThat(refused.rejection().message()).contains(said);
              });
    }
  }

  @ParameterizedTest
  @EnumSource(CacheState.class)
  void time_restoredOutputs_isOfLaunchesThatAreRight(CacheState state) {
    Configuration other = held.kernel().defaultConfiguration().with("ITEMS", Value.of(16));
    try (Workspace workspace = held.workspace();
        Program program = held.load(other)) {
      CorrectnessGate gate = gate();
      var accepted = (VerificationResult.Accepted) gate.check(workspace, program);
      var timer =
          new VerifiedTimer(
              gate,
              workspace,
              program,
              state,
              accepted.digests(),
              Double.POSITIVE_INFINITY,
              new SplittableRandom(7),
              System::nanoTime);

      for (int launches : List.of(1, 2, 7)) {
        assertThat(timer.sample(launches)).isPositive();
      }
    }
  }

  @Test
  void time_byTheHostsClock_includesTheWayToTheDevice() {
    var backend = new OpenClBackend(ClDevices::ofThisMachine, Map.of(LaunchClock.CHOICE, "host"));
    var identity = backend.devices().getFirst();
    assertThat(identity.driver()).endsWith("host's clock");
    try (var device = backend.open(identity)) {
      var own = new OpenClFixture(fault.kernel(), fault.compiler(), device, fault.cache());
      try (Workspace workspace = own.workspace();
          Program program = own.load(fault.kernel().defaultConfiguration())) {
        workspace.prepare(1);
        assertThat(workspace.time(program, new Batch(10, CacheState.HOT))).isPositive();
        assertThat(workspace.time(program, new Batch(2, CacheState.COLD))).isPositive();
      }
    }
  }

  private CorrectnessGate gate() {
    return new CorrectnessGate(held.kernel(), held.kernel().shape("ragged"), SEEDS);
  }
}

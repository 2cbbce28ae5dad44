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
import dev.evokernel.expr.Value;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.gate.VerifiedTimer;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Source;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
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

@EnabledIf(
    value = "dev.evokernel.opencl.OpenClFixture#present",
    disabledReason = "no OpenCL device: install PoCL with 'apt-get install pocl-opencl-icd'")
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenClDeviceIT {

  private static final List<Long> SEEDS = List.of(1L, 2L);

  private OpenClFixture fault;
  private OpenClFixture held;
  private OpenClFixture scratch;
  private OpenClFixture values;

  @BeforeAll
  void open(@TempDir Path cache) {
    fault = OpenClFixture.open("clfault", cache);
    held = OpenClFixture.open("clheld", cache);
    scratch = OpenClFixture.open("clscratch", cache);
    values = OpenClFixture.open("clvalues", cache);
  }

  @AfterAll
  void close() {
    fault.close();
    held.close();
    scratch.close();
    values.close();
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
  @CsvSource({
    "GROUPS, 1, , ",
    "GROUPS, 64, , ",
    "FAULT, forgets, WRONG_RESULT, y[0]",
    "FAULT, strays, OUT_OF_BOUNDS_WRITE, 'arrivals'",
  })
  void gate_ofScratchMemory_isWhatItsCandidateLeaves(
      String parameter, String value, Rejection reason, String said) {
    Configuration configuration =
        scratch
            .kernel()
            .defaultConfiguration()
            .with(
                parameter,
                parameter.equals("FAULT") ? Value.of(value) : Value.of(Long.parseLong(value)));
    try (Workspace workspace = scratch.workspace();
        Program program = scratch.load(configuration)) {
      VerificationResult result = gate(scratch).check(workspace, program);
      if (reason == null) {
        assertThat(result).isInstanceOf(VerificationResult.Accepted.class);
      } else {
        assertThat(result)
            .isInstanceOfSatisfying(
                VerificationResult.Refused.class,
                refused -> {
                  assertThat(refused.rejection().reason()).isEqualTo(reason);
                  assertThat(refused.rejection().message()).contains(said);
                });
      }
    }
  }

  @Test
  void launch_ofStructuresAndPointers_passesThem() {
    Configuration right = values.kernel().defaultConfiguration();
    try (Workspace workspace = values.workspace();
        Program program = values.load(right);
        Program within = values.load(right.with("START", Value.of(1)))) {
      assertThat(gate(values).check(workspace, program))
          .isInstanceOf(VerificationResult.Accepted.class);
      assertThatThrownBy(() -> workspace.launch(within))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("no 'pointer within a structure or a buffer', which the argument")
          .hasMessageContaining("'from'");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-1, LAUNCH_FAILURE, 'shares' would have -4 elements",
    "70368744177664, OUT_OF_MEMORY, scratch memory for 'shares'",
  })
  void launch_thatCannotHaveItsScratchMemory_isRejectedAndTheNextIsUnaffected(
      long room, Rejection reason, String said) {
    Configuration right = scratch.kernel().defaultConfiguration();
    try (Workspace workspace = scratch.workspace();
        Program refused = scratch.load(right.with("ROOM", Value.of(room)));
        Program program = scratch.load(right)) {
      workspace.prepare(1);

      assertThatThrownBy(() -> workspace.launch(refused))
          .isInstanceOfSatisfying(
              RejectionException.class, e -> assertThat(e.reason()).isEqualTo(reason))
          .hasMessageContaining(said);

      workspace.launch(program);
      assertThat(workspace.compare()).allMatch(OutputComparison::passed);
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
    return gate(held);
  }

  private static CorrectnessGate gate(OpenClFixture of) {
    return new CorrectnessGate(of.kernel(), of.kernel().shape("ragged"), SEEDS);
  }
}

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.expr.Value;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory that the blocks of a launch share. */
@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScratchMemoryIT {

  private final Kernel kernel = SmallKernel.SCRATCH.read();
  private GpuFixture gpu;

  @BeforeAll
  void open(@TempDir Path cache) {
    gpu = GpuFixture.open(cache);
  }

  @AfterAll
  void close() {
    gpu.close();
  }

  private Program with(String parameter, Object value) {
    return gpu.load(kernel, kernel.defaultConfiguration().with(parameter, Value.ofPlain(value)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 4, 64})
  void launch_onceAndInGraphs_isRight(long blocks) {
    for (Shape shape : kernel.shapes()) {
      try (Workspace workspace = gpu.workspace(kernel, shape.name());
          Program program = with("BLOCKS", blocks)) {
        assertThat(new CorrectnessGate(kernel, shape, List.of(1L, 2L)).check(workspace, program))
            .isInstanceOf(VerificationResult.Accepted.class);
        workspace.poison();

        workspace.time(program, new Batch(300, CacheState.HOT));

        assertThat(workspace.compare()).allMatch(OutputComparison::passed);
        assertThat(workspace.damagedCanary()).isEmpty();
      }
    }
  }

  @Test
  void launch_ofTwoInTurns_hasMemoryOfItsOwn() {
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program forgets = with("FAULT", "forgets");
        Program right = gpu.load(kernel, kernel.defaultConfiguration())) {
      workspace.prepare(1);
      for (int turn = 0; turn < 3; turn++) {
        workspace.launch(forgets);
        workspace.poison();
        workspace.launch(right);
        assertThat(workspace.compare()).allMatch(OutputComparison::passed);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "forgets, NOT_FINITE, second launch",
    "strays, OUT_OF_BOUNDS_WRITE, 'arrivals'",
  })
  void check_faulty_isRefused(String fault, Rejection reason, String said) {
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program program = with("FAULT", fault)) {
      VerificationResult verdict =
          new CorrectnessGate(kernel, kernel.shape("ragged"), List.of(1L, 2L))
              .check(workspace, program);

      assertThat(verdict)
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
    "-1, LAUNCH_FAILURE, 'shares' would have -4 elements",
    "70368744177664, OUT_OF_MEMORY, scratch memory for 'shares'"
  })
  void launch_thatCannotHaveIt_isRefusedAndTheNextIsUnaffected(
      long room, Rejection reason, String said) {
    try (Workspace workspace = gpu.workspace(kernel, "ragged");
        Program refused = with("ROOM", room);
        Program right = gpu.load(kernel, kernel.defaultConfiguration())) {
      workspace.prepare(1);

      assertThatThrownBy(() -> workspace.launch(refused))
          .isInstanceOfSatisfying(
              RejectionException.class, e -> assertThat(e.reason()).isEqualTo(reason))
          .hasMessageContaining(said);

      workspace.launch(right);
      assertThat(workspace.compare()).allMatch(OutputComparison::passed);
    }
  }
}

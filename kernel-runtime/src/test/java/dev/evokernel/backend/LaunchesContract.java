package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels of several launches, on every backend that has them. */
public abstract class LaunchesContract extends KernelTrials {

  private final Path kernel;

  protected LaunchesContract(Backend backend) {
    this(backend, WidthsKernel.file().resolve("../../launches/kernel.yaml").normalize());
  }

  /**
   * @param kernel {@code kernel.yaml} of the kernel 'launches' for the backend
   */
  protected LaunchesContract(Backend backend, Path kernel) {
    super(backend);
    this.kernel = kernel;
  }

  @Test
  void check_ofSeveralLaunches_isRight() throws Exception {
    each(
        kernel,
        Map.of(),
        (gate, workspace, program) ->
            assertThat(gate.check(workspace, program))
                .isInstanceOf(VerificationResult.Accepted.class));
  }

  @Test
  void time_ofBatches_comparesAProbedPosition() throws Exception {
    each(
        kernel,
        Map.of(),
        (gate, workspace, program) -> {
          for (int launches : new int[] {2, 5, 131}) {
            int probed = (launches - 1) / 2;
            workspace.alternate(List.of(InputSet.usual(1), InputSet.usual(2)));
            workspace.poison();
            assertThat(workspace.time(program, new Batch(launches, CacheState.HOT, probed)))
                .isPositive();
            assertThat(workspace.compare(BufferSet.SECOND)).allMatch(OutputComparison::passed);
            assertThat(workspace.read(BufferSet.SECOND)).isEqualTo(InputSet.usual(1 + probed % 2));
            assertThat(workspace.compare(BufferSet.FIRST)).allMatch(OutputComparison::passed);
            assertThat(workspace.damagedCanary()).isEmpty();
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"middle, WRONG_RESULT", "last, WRONG_RESULT", "again, WRONG_RESULT"})
  void check_ofOneWrongLaunch_isRefused(String fault, Rejection reason) throws Exception {
    each(
        kernel,
        Map.of("FAULT", fault),
        (gate, workspace, program) ->
            assertThat(refused(gate, workspace, program)).isEqualTo(reason));
  }
}

package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.gate.AcceptedPrograms;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What buffers and symbols hold before each launch, and from where, on every backend. */
public abstract class HeldContentsContract extends KernelTrials {

  private static final List<Integer> MANY = List.of(1, 2, 7, 129, 300, 301);
  private static final List<Integer> FEW = List.of(1, 4);

  protected HeldContentsContract(Backend backend) {
    super(backend);
  }

  private static void timed(
      CorrectnessGate gate, Workspace workspace, Program program, CacheState state) {
    var timer = AcceptedPrograms.timer(gate, workspace, program, state);
    for (int launches : state == CacheState.HOT ? MANY : FEW) {
      assertThat(timer.sample(launches)).isPositive();
    }
  }

  @Tag("hardware")
  @ParameterizedTest
  @EnumSource(CacheState.class)
  void time_restoredOutputs_isOfLaunchesThatFindThemAsBefore(CacheState state) throws Exception {
    each("stencil", "none", (gate, workspace, program) -> timed(gate, workspace, program, state));
  }

  @Test
  void check_restoredOutputWrittenTwice_isWrong() throws Exception {
    each(
        "stencil",
        "twice",
        (gate, workspace, program) ->
            assertThat(refused(gate, workspace, program)).isEqualTo(Rejection.WRONG_RESULT));
  }

  @Test
  void time_kernelThatStopsWorking_leavesWhatWasRestored() throws Exception {
    var seen = new AtomicBoolean();
    each(
        "stencil",
        "keeps",
        (gate, workspace, program) -> {
          if (seen.getAndSet(true)) {
            assertThat(refused(gate, workspace, program)).isEqualTo(Rejection.WRONG_RESULT);
          } else {
            assertThatThrownBy(() -> timed(gate, workspace, program, CacheState.HOT))
                .isInstanceOf(RejectionException.class)
                .hasMessageContaining("that were timed together");
          }
        });
  }

  @ParameterizedTest
  @EnumSource(CacheState.class)
  void time_inputInASymbol_isOfLaunchesThatFindTheirInputSets(CacheState state) throws Exception {
    each(
        "convolution",
        "none",
        (gate, workspace, program) -> timed(gate, workspace, program, state));
  }

  @Test
  void check_symbolReadOnce_isWrong() throws Exception {
    each(
        "convolution",
        "stale",
        (gate, workspace, program) ->
            assertThat(refused(gate, workspace, program)).isEqualTo(Rejection.WRONG_RESULT));
  }

  @Test
  void launch_symbolTooSmall_saysBothSizes() throws Exception {
    each(
        "convolution",
        "small",
        (gate, workspace, program) ->
            assertThatThrownBy(() -> gate.check(workspace, program))
                .isInstanceOf(RejectionException.class)
                .hasMessageMatching(
                    ".*'d_filter' has 4 bytes; its dimensions in kernel.yaml need \\d+\\."));
  }

  @Test
  void time_inputsFromFilesAndATemplatesArguments_isOfLaunchesThatAreRight() throws Exception {
    each("spmv", "", (gate, workspace, program) -> timed(gate, workspace, program, CacheState.HOT));
  }

  @Tag("hardware")
  @ParameterizedTest
  @ValueSource(longs = {64, 256, 1024})
  void time_outputsWhoseSizeDependsOnParameters_isOfLaunchesThatAreRight(long block)
      throws Exception {
    each(
        "partials",
        Map.of("BLOCK", block),
        (gate, workspace, program) -> timed(gate, workspace, program, CacheState.HOT));
  }

  @ParameterizedTest
  @CsvSource({
    "forgets, NOT_FINITE, 'sum(sums) is NaN, the reference is '",
    "beyond, OUT_OF_BOUNDS_WRITE, 'The kernel wrote out of bounds of ''sums'''",
  })
  void check_wrongReducedOutput_saysWhich(String fault, Rejection reason, String said)
      throws Exception {
    each(
        "partials",
        fault,
        (gate, workspace, program) -> {
          var refused = (VerificationResult.Refused) gate.check(workspace, program);
          assertThat(refused.rejection().reason()).isEqualTo(reason);
          assertThat(refused.rejection().message()).startsWith(said);
        });
  }

  @Test
  void time_reducedOutputNoLongerWritten_isSeen() throws Exception {
    var seen = new AtomicBoolean();
    each(
        "partials",
        "keeps",
        (gate, workspace, program) -> {
          if (!seen.getAndSet(true)) {
            assertThatThrownBy(() -> timed(gate, workspace, program, CacheState.HOT))
                .isInstanceOf(RejectionException.class)
                .hasMessageContaining("that were timed together");
          }
        });
  }
}

package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.Special;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments of every type, on every backend. */
public abstract class ArgumentsContract extends KernelTrials {

  /** In the sources' tree. */
  private static final Path EXAMPLES = Path.of("..", "examples");

  protected ArgumentsContract(Backend backend) {
    super(backend);
  }

  @Test
  void check_ofNarrowElementsAndScalars_isRightOnUsualAndSpecialInputs() throws Exception {
    each(
        "narrow",
        "",
        (gate, workspace, program) -> {
          assertThat(gate.check(workspace, program))
              .isInstanceOf(VerificationResult.Accepted.class);
          for (Special kind : Special.values()) {
            assertThat(gate.examine(workspace, program, List.of(InputSet.special(1, kind))))
                .as(kind.label())
                .isInstanceOf(VerificationResult.Accepted.class);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wrong_e4m3",
        "wrong_e5m2",
        "wrong_e2m1",
        "wrong_fours",
        "wrong_u8",
        "wrong_wide",
        "wrong_sums",
        "unwritten"
      })
  void check_ofOneWrongNarrowElement_isRefused(String fault) throws Exception {
    each(
        "narrow",
        fault,
        (gate, workspace, program) ->
            assertThat(refused(gate, workspace, program)).isEqualTo(Rejection.WRONG_RESULT));
  }

  @Test
  void check_ofPointersAndStructures_isRight() throws Exception {
    each(
        "pointers",
        "",
        (gate, workspace, program) ->
            assertThat(gate.check(workspace, program))
                .isInstanceOf(VerificationResult.Accepted.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scale", "group"})
  void check_ofAnotherMemberOrGroup_isRefused(String fault) throws Exception {
    each(
        "pointers",
        fault,
        (gate, workspace, program) ->
            assertThat(refused(gate, workspace, program)).isEqualTo(Rejection.WRONG_RESULT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvfp4", "grouped-fp8"})
  void check_ofTheExamples_isRight(String name) {
    Path folder = EXAMPLES.resolve(name);
    assumeTrue(Files.isDirectory(folder), "no examples beside the tests");
    assumeTrue(KernelFile.at(folder).backends().contains(backend.name()), "of another backend");
    each(
        folder,
        Map.of(),
        (gate, workspace, program) ->
            assertThat(gate.check(workspace, program))
                .isInstanceOf(VerificationResult.Accepted.class));
  }
}

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;

class FunctionParametersTest {

  private static final MemorySegment POINTER = Call.scalar(ElementType.I64, 0, 0);
  private static final MemorySegment INTEGER = Call.scalar(ElementType.I32, 0, 7);

  /** A function of two pointers and an {@code int}. */
  private static final CudaFunction.Parameters TAKEN =
      new CudaFunction.Parameters("k", List.of(8L, 8L, 4L));

  @Test
  void of_whatADriverTells_endsBehindTheLast() {
    long[] sizes = {8, 8, 4};
    assertThat(
            CudaFunction.Parameters.of(
                "k",
                index ->
                    index < sizes.length
                        ? OptionalLong.of(sizes[(int) index])
                        : OptionalLong.empty()))
        .contains(TAKEN);
  }

  @Test
  void of_aDriverThatTellsOfNone_refusesNothing() {
    assertThat(CudaFunction.Parameters.of("none", _ -> OptionalLong.empty())).isEmpty();
  }

  @Test
  void require_ofTheSameArguments_isSilent() {
    assertThatCode(() -> TAKEN.require(List.of("x", "y", "n"), List.of(POINTER, POINTER, INTEGER)))
        .doesNotThrowAnyException();
    // An int is the beginning of a long, and what is appended comes later.
    assertThatCode(() -> TAKEN.require(List.of("x", "y", "n"), List.of(POINTER, POINTER, POINTER)))
        .doesNotThrowAnyException();
    assertThatCode(() -> TAKEN.require(List.of("x", "y", "cycles"), List.of(POINTER, POINTER)))
        .doesNotThrowAnyException();
  }

  @Test
  void require_ofAnotherNumber_namesBoth() {
    assertThatThrownBy(() -> TAKEN.require(List.of("x", "y"), List.of(POINTER, POINTER)))
        .isInstanceOfSatisfying(
            RejectionException.class,
            e -> assertThat(e.reason()).isEqualTo(Rejection.LAUNCH_FAILURE))
        .hasMessage(
            "The function 'k' takes 3 parameters, but is launched with 2 arguments: x, y. Maybe"
                + " 'arguments' in kernel.yaml lacks one.");
    assertThatThrownBy(
            () ->
                TAKEN.require(
                    List.of("x", "y", "n", "pointer"), List.of(POINTER, POINTER, INTEGER, POINTER)))
        .hasMessageContaining("with 4 arguments: x, y, n, pointer")
        .hasMessageContaining("has one too many");
  }

  @Test
  void require_ofFewerBytes_namesTheArgument() {
    assertThatThrownBy(
            () -> TAKEN.require(List.of("x", "n", "y"), List.of(POINTER, INTEGER, POINTER)))
        .isInstanceOf(RejectionException.class)
        .hasMessageContaining("takes 8 bytes as its parameter 2, but the argument 'n' has 4")
        .hasMessageContaining("its place in 'arguments'");
  }
}

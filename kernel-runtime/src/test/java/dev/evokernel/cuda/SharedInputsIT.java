package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.InputCopy;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.gate.AcceptedPrograms;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.gate.VerifiedTimer;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.read.KernelReader;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Inputs of 8 MiB that are equal on two shapes. */
@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
class SharedInputsIT {

  private static final long MIB = 1 << 20;
  private static final long INPUT = 8 * MIB;

  private Kernel kernel;
  private GpuFixture gpu;
  private Program program;
  private Workspace one;
  private Workspace two;

  @BeforeEach
  void open(@TempDir Path cache) throws URISyntaxException {
    var file = SharedInputsIT.class.getResource("/kernels/weights/kernel.yaml");
    kernel = KernelReader.read(Path.of(Objects.requireNonNull(file).toURI()), "cuda");
    gpu = GpuFixture.open(cache);
    program = gpu.load(kernel, kernel.defaultConfiguration());
    one = gpu.workspace(kernel, "one");
    two = gpu.workspace(kernel, "two");
  }

  @AfterEach
  void close() {
    program.close();
    one.close();
    two.close();
    gpu.close();
  }

  @Test
  void prepare_equalInputs_areInMemoryOnce() {
    long empty = Memory.free();

    one.prepare(1);
    assertThat(empty - Memory.free()).isBetween(2 * INPUT, 2 * INPUT + 4 * MIB);
    two.prepare(1);
    assertThat(empty - Memory.free()).isLessThan(2 * INPUT + 4 * MIB);
    two.prepare(2); // The ones do not depend on the random seed.
    assertThat(empty - Memory.free()).isBetween(3 * INPUT, 3 * INPUT + 4 * MIB);
    one.prepare(2);
    assertThat(empty - Memory.free()).isLessThan(3 * INPUT + 4 * MIB);
    assertAccepted(one, "one");
    assertAccepted(two, "two");

    one.close();
    assertThat(empty - Memory.free()).isLessThan(3 * INPUT + 4 * MIB);
    assertAccepted(two, "two");
    two.close();
    assertThat(Memory.free()).isGreaterThanOrEqualTo(empty);
    one = gpu.workspace(kernel, "one");
    two = gpu.workspace(kernel, "two");
  }

  @Test
  void prepare_afterACopyWasDamaged_computesItAgainForEveryShape() {
    List<Workspace> both = List.of(one, two);
    both.forEach(
        workspace -> {
          workspace.prepare(1);
          workspace.prepare(2);
        });
    long before = Memory.free();
    overwrite("w", 1);
    overwrite("ones", 1); // Both input sets share it.

    assertTimed(one, "one");
    assertTimed(two, "two");
    assertThat(before - Memory.free()).isLessThan(4 * MIB); // A driver keeps some for graphs.
  }

  @Test
  void alternate_afterAnotherShapeFoundDamage_copiesNoDamagedInput() {
    VerifiedTimer timer = AcceptedPrograms.timer(gate("two"), two, program, CacheState.HOT);
    assertThat(timer.sample(3)).isPositive();
    one.prepare(2);
    overwrite("w", 1);
    one.prepare(1);
    assertThat(one.modifiedInput()).isEmpty();

    assertThat(timer.sample(3)).isPositive();
    assertThat(two.modifiedInput()).isEmpty();
  }

  @Test
  void prepare_aNewInputSetFromADamagedCopy_isRight() {
    one.prepare(1);
    overwrite("w", 1);

    assertAccepted(two, "two");
    assertAccepted(one, "one");
  }

  @Test
  void allocate_memoryIsShort_forgetsInputSetsThatAreNotInUse() {
    for (int seed = 1; seed <= 5; seed++) {
      one.prepare(seed);
    }
    two.prepare(1);
    long room = Memory.free();
    try (Memory others = Memory.allocate(room - INPUT - 4 * MIB);
        Memory more = Memory.allocate(3 * INPUT)) {
      assertThat(more.bytes()).isEqualTo(3 * INPUT);
      assertThat(others.bytes()).isPositive();
      assertThatThrownBy(() -> Memory.allocate(room))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("MiB of device memory");

      assertThat(one.modifiedInput()).isEmpty();
      one.launch(program);
      assertThat(one.compare()).allMatch(comparison -> comparison.passed());
      assertTimed(one, "one");
      assertTimed(two, "two");
    }
  }

  private CorrectnessGate gate(String shape) {
    return new CorrectnessGate(kernel, kernel.shape(shape), List.of(1L, 2L));
  }

  private void assertAccepted(Workspace workspace, String shape) {
    assertThat(gate(shape).check(workspace, program))
        .isInstanceOf(VerificationResult.Accepted.class);
  }

  private void assertTimed(Workspace workspace, String shape) {
    VerifiedTimer timer = AcceptedPrograms.timer(gate(shape), workspace, program, CacheState.HOT);
    assertThat(timer.sample(5)).isPositive();
    assertThat(timer.sample(4)).isPositive();
  }

  /** Overwrites the kept copy of an input, as a candidate that goes astray. */
  private void overwrite(String input, long seed) {
    Shape shape = kernel.shape("one");
    Signature signature = kernel.entryPoint().signature();
    List<Object> content =
        InputFill.content(
            kernel.on(shape),
            shape,
            InputSet.usual(seed),
            signature.input(signature.buffer(input)),
            INPUT / Float.BYTES);
    InputCopy<Handles.Address> copy =
        Objects.requireNonNull(Inspection.COPIES.get().get(content), "no copy of " + input);
    Status.machine(JCudaDriver.cuMemsetD8(copy.memory().plus(100), (byte) 1, 10), "overwriting");
  }
}

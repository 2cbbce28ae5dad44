package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every backend keeps to, tried with the faults that leave the process alive. A backend takes
 * part with a subclass and a section in the fault kernel's {@code kernel.yaml}; one of an extension
 * brings its own fault kernel.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DeviceContract {

  @TempDir Path cache;

  private final Backend backend;
  private final Kernel kernel;
  private Compiler compiler;
  private Device device;
  private Workspace workspace;

  protected DeviceContract(Backend backend) {
    this(backend, FaultKernel.read(backend.name()));
  }

  /**
   * @param kernel with the parameters of the fault kernel's section for {@code cuda}
   */
  @SuppressWarnings("NullAway.Init")
  protected DeviceContract(Backend backend, Kernel kernel) {
    this.backend = backend;
    this.kernel = kernel;
  }

  @BeforeAll
  void assumeMachine() {
    assumeFalse(backend.devices().isEmpty(), "no device for " + backend.name());
    for (Requirement requirement : backend.requirements()) {
      assumeTrue(requirement.present() || !requirement.needed(), "no " + requirement.name());
    }
  }

  @BeforeEach
  void open() {
    DeviceIdentity identity = backend.devices().getFirst();
    compiler = backend.compiler(identity, cache, Duration.ofSeconds(60));
    device = backend.open(identity);
    Optional<Binary> binary = compiler.reference(kernel.reference()).map(DeviceContract::binary);
    var reference = new PreparedReference(binary, cache, Duration.ZERO);
    workspace = device.workspace(kernel, kernel.shape("ragged"), reference);
  }

  @AfterEach
  void close() {
    if (workspace != null) {
      workspace.close();
      device.close();
    }
  }

  @Test
  void named_ownName_findsTheBackend() {
    assertThat(Backend.ofThisProcess(backend.name())).hasSameClassAs(backend);
  }

  @Test
  void limits_everyLimit_isKnown() {
    assertThat(device.limits().value(Limit.CORES)).isPositive();
    assertThat(device.limits().value(Limit.VECTOR_BYTES)).isPositive();
    assertThat(device.limits().value(Limit.MEMORY)).isPositive();
    assertThat(device.identity()).isEqualTo(backend.devices().getFirst());
  }

  @Test
  void compile_twice_findsTheSecondInTheCache() {
    Binary first = binary(compiler.compile(kernel.source(), kernel.defaultConfiguration()));
    Binary second = binary(compiler.compile(kernel.source(), kernel.defaultConfiguration()));

    assertThat(first.compileNanos()).isPositive();
    assertThat(second).isEqualTo(new Binary(first.file(), first.digest(), 0));
  }

  @Test
  void compile_otherMacro_givesAnotherBinary() {
    Binary none = binary(compiler.compile(kernel.source(), kernel.defaultConfiguration()));
    Binary idle = binary(compiler.compile(kernel.source(), FaultKernel.with(kernel, "idle")));

    assertThat(idle.digest()).isNotEqualTo(none.digest());
  }

  @Test
  void compile_error_isAValueWithTheCompilersWords() {
    Configuration broken = kernel.defaultConfiguration().with("BROKEN", Value.of(true));

    assertThat(compiler.compile(kernel.source(), broken))
        .isInstanceOfSatisfying(
            Compilation.Failed.class,
            failed -> assertThat(failed.log()).contains("told not to compile"));
  }

  @Test
  void launch_rightCandidate_passesWithEveryElementCompared() {
    OutputComparison comparison = launched("none");

    assertThat(comparison.passed()).isTrue();
    assertThat(comparison.elements()).isEqualTo(77);
    assertThat(workspace.modifiedInput()).isEmpty();
    assertThat(workspace.damagedCanary()).isEmpty();
  }

  @Test
  void compare_poisonedOutput_countsEveryElement() {
    workspace.prepare(1);
    workspace.poison();

    assertThat(workspace.compare().getFirst().wrong()).isEqualTo(77);
    assertThat(workspace.compare().getFirst().notFinite()).isEqualTo(77);
  }

  @Test
  void compare_oneWrongElement_isFoundWithItsValues() {
    OutputComparison comparison = launched("one_wrong");

    assertThat(comparison.wrong()).isEqualTo(1);
    assertThat(comparison.worstIndex()).isEqualTo(75);
    assertThat(comparison.actual() - comparison.expected())
        .isCloseTo(1, org.assertj.core.data.Offset.offset(1e-6));
    assertThat(comparison.excess()).isGreaterThan(1);
  }

  @Test
  void compare_nan_isWrongAndNotFinite() {
    OutputComparison comparison = launched("nan_once");

    assertThat(comparison.wrong()).isEqualTo(1);
    assertThat(comparison.notFinite()).isEqualTo(1);
    assertThat(comparison.worstIndex()).isEqualTo(7);
    assertThat(comparison.actual()).isNaN();
    assertThat(comparison.excess()).isInfinite();
  }

  @Test
  void damagedCanary_writesOnEitherSide_areSeenAndForgottenByPoison() {
    for (String fault : java.util.List.of("before", "after")) {
      launched(fault);
      assertThat(workspace.damagedCanary()).as(fault).contains("y");
      workspace.poison();
      assertThat(workspace.damagedCanary()).as(fault).isEmpty();
    }
  }

  @Test
  void modifiedInput_overwritten_isSeenAndRestoredByPrepare() {
    launched("input");
    assertThat(workspace.modifiedInput()).contains("x");

    assertThat(launched("none").passed()).isTrue();
    assertThat(workspace.modifiedInput()).isEmpty();
  }

  @Test
  void prepare_otherSeed_givesOtherInputsAndTheFirstAgain() {
    launched("none");
    long first = workspace.outputDigest();
    launched("none", 2);
    long second = workspace.outputDigest();
    launched("none");

    assertThat(second).isNotEqualTo(first);
    assertThat(workspace.outputDigest()).isEqualTo(first);
  }

  @Test
  void outputDigest_tinyDifference_isSeen() {
    workspace.prepare(1);
    try (Program program = program("drifts")) {
      workspace.launch(program);
      long first = workspace.outputDigest();
      workspace.launch(program);

      assertThat(workspace.outputDigest()).isNotEqualTo(first);
      assertThat(workspace.compare().getFirst().passed()).isTrue();
    }
  }

  @Test
  void time_severalLaunches_takeTime() {
    workspace.prepare(1);
    try (Program program = program("none")) {
      assertThat(workspace.time(program, new Batch(100, CacheState.HOT))).isPositive();
      assertThat(workspace.time(program, new Batch(1, CacheState.COLD))).isPositive();
      assertThat(workspace.time(program, new Batch(5, CacheState.COLD))).isPositive();
    }
  }

  @Test
  void load_missingBinary_isRefused() {
    var missing = new Binary(cache.resolve("missing"), "00", 0);

    assertThatThrownBy(() -> device.load(kernel, kernel.defaultConfiguration(), missing))
        .isInstanceOfSatisfying(
            RejectionException.class,
            e -> assertThat(e.reason()).isEqualTo(Rejection.LAUNCH_FAILURE));
  }

  private OutputComparison launched(String fault) {
    return launched(fault, 1);
  }

  private OutputComparison launched(String fault, long seed) {
    workspace.prepare(seed);
    workspace.poison();
    try (Program program = program(fault)) {
      workspace.launch(program);
    }
    return workspace.compare().getFirst();
  }

  private Program program(String fault) {
    Configuration configuration = FaultKernel.with(kernel, fault);
    return device.load(
        kernel, configuration, binary(compiler.compile(kernel.source(), configuration)));
  }

  private static Binary binary(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }
}

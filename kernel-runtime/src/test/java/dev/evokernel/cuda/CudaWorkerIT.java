package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worker processes on a GPU live through everything that candidates do to them. */
@Tag("gpu")
@Tag("hardware")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CudaWorkerIT {

  private static final Duration DEADLINE = Duration.ofSeconds(5);

  private CompileWorker compiler;
  private DeviceWorker worker;

  @BeforeAll
  void start(@TempDir Path folder) throws InterruptedException {
    var fixture = new WorkerFixture(folder, KernelReader.read(GpuKernel.SINGLE.file(), "cuda"));
    compiler = fixture.compilerWorker(Duration.ofMinutes(1));
    worker =
        DeviceWorker.start(
            fixture.launch(),
            fixture.deviceJob(
                compiler.reference(),
                WorkerFixture.shapes("ragged", "large"),
                SamplingSettings.DEFAULT,
                DEADLINE));
  }

  @AfterAll
  void close() {
    worker.close();
    compiler.close();
  }

  @Test
  void evaluate_rightCandidate_measuresEveryShapeWithItsResources() throws InterruptedException {
    Outcome outcome = evaluate("none");

    assertThat(outcome).isInstanceOf(Measured.class);
    List<Measurement> measurements = ((Measured) outcome).measurements();
    assertThat(measurements).extracting(Measurement::shape).containsExactly("ragged", "large");
    assertThat(measurements)
        .extracting(Measurement::resources)
        .allSatisfy(resources -> assertThat(resources.registers()).isPositive());
  }

  @ParameterizedTest
  @CsvSource({
    "illegal, ILLEGAL_ACCESS, ILLEGAL_ADDRESS",
    "misaligned, ILLEGAL_ACCESS, MISALIGNED_ADDRESS",
    "traps, CRASH, LAUNCH_FAILED",
    "greedy, OUT_OF_MEMORY, OUT_OF_MEMORY",
    "hang, TIMEOUT, 5 s",
    "before, OUT_OF_BOUNDS_WRITE, 'y'",
    "after, OUT_OF_BOUNDS_WRITE, 'y'",
    "input, INPUT_MODIFIED, 'x'",
    "nan_once, NOT_FINITE, y[7] is NaN",
    "one_wrong, WRONG_RESULT, y[75]",
    "drifts, NOT_REPEATABLE, seed 1",
    "tenth, WRONG_RESULT, launch 10",
    "late, WRONG_RESULT, that were timed together",
    "nameless, LAUNCH_FAILURE, fault",
    "idle, NOT_FINITE, 77 of 77"
  })
  void evaluate_faultyCandidate_isRejectedAndTheNextIsUnaffected(
      String fault, Rejection reason, String said) throws InterruptedException {
    long before = System.nanoTime();
    Outcome outcome = evaluate(fault);
    long between = System.nanoTime();
    Outcome next = evaluate("none");
    long after = System.nanoTime();
    System.out.printf(
        "%s: %.2f s, the next %.2f s%n", fault, (between - before) / 1e9, (after - between) / 1e9);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).as(rejected.message()).isEqualTo(reason);
              assertThat(rejected.message()).contains(said);
              assertThat(rejected.shape()).isIn("", "ragged");
            });
    assertThat(next).isInstanceOf(Measured.class);
  }

  @Test
  void compile_brokenCandidate_fails() throws InterruptedException {
    Configuration configuration = GpuKernel.SINGLE.with("BROKEN", true);

    assertThat(compiler.compile(configuration)).isInstanceOf(Compilation.Failed.class);
  }

  @Test
  void finals_withAnIllegalAccess_rejectItAlone() throws InterruptedException {
    var settings =
        new FinalsSettings(8, 4, Duration.ofNanos(100_000), Duration.ofSeconds(1), 7, false);

    List<Outcome> outcomes =
        worker.finals(List.of(finalist("none"), finalist("illegal"), finalist("none")), settings);

    assertThat(outcomes.get(0)).isInstanceOf(Measured.class);
    assertThat(outcomes.get(1)).isInstanceOf(Rejected.class);
    assertThat(outcomes.get(2)).isInstanceOf(Measured.class);
  }

  private Outcome evaluate(String fault) throws InterruptedException {
    Finalist finalist = finalist(fault);
    return worker
        .evaluate(EvaluationRequest.of(finalist.configuration(), finalist.binary()))
        .outcome();
  }

  private Finalist finalist(String fault) throws InterruptedException {
    Configuration configuration = GpuKernel.SINGLE.with("FAULT", fault);
    Compilation compilation = compiler.compile(configuration);
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    Binary binary = ((Compilation.Compiled) compilation).binary();
    return new Finalist(configuration, binary);
  }
}

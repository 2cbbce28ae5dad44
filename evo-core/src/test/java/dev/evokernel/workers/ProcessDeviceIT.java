package dev.evokernel.workers;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fixture.ProcesslessBackend;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.spec.RunSpec.Origin;
import dev.evokernel.spec.RunSpec.SearchSpec;
import dev.evokernel.spec.RunSpec.SeedingSpec;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Budget;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of the finals that a device opens ahead, and the programs of baselines in them. */
@Tag("full")
final class ProcessDeviceIT {

  private static final Path COPY = Path.of("../kernel-runtime/src/test/resources/kernels/copy");

  @TempDir private Path folder = Path.of("");

  /** The processor, whose times compiling disturbs or not. */
  private record Processor(boolean compilingDisturbsTiming) implements ProcesslessBackend {

    @Override
    public String name() {
      return "cpu";
    }

    @Override
    public List<DeviceIdentity> devices() {
      return Backend.named("cpu").devices();
    }

    @Override
    public String refusal() {
      throw new AssertionError("Processes use the backend of this name.");
    }
  }

  private static Binary binary(Compilation compilation) {
    return switch (compilation) {
      case Compilation.Compiled(Binary binary) -> binary;
      case Compilation.Failed(String log, boolean _) -> throw new AssertionError(log);
    };
  }

  private static List<Long> programs() {
    return ProcessHandle.current()
        .descendants()
        .filter(one -> one.info().commandLine().orElse("").endsWith("baseline.sh named"))
        .map(ProcessHandle::pid)
        .toList();
  }

  private RunSpec spec(Kernel kernel, boolean disturbs) {
    var backend = new Processor(disturbs);
    return new RunSpec(
        "copies",
        kernel,
        kernel.shapes(),
        Objective.DEFAULT,
        backend,
        List.of(backend.devices().getFirst()),
        false,
        new SearchSpec(
            SearchSettings.DEFAULT,
            new Budget(Duration.ofMinutes(1), Budget.UNLIMITED),
            List.of(),
            SeedingSpec.NONE,
            Optional.empty()),
        EvaluationSpec.DEFAULT,
        new Acceptance(AcceptanceRule.DEFAULT, List.of("named"), 8, 2),
        new Origin(COPY, "hash", folder, "kernel: copy", Optional.empty(), "0", Optional.empty()));
  }

  @Test
  void openAhead_onlyWhereItDisturbsNoTimes_startsBaselinesForTheFirstFinals()
      throws InterruptedException {
    Saxpy.assumeCompiler();
    Kernel kernel = KernelReader.read(COPY.toAbsolutePath().normalize(), "cpu");
    DeviceIdentity identity = Backend.named("cpu").devices().getFirst();
    Path cache = folder.resolve("cache");
    Compiler compiler = Backend.named("cpu").compiler(identity, cache, Duration.ofMinutes(1));
    var reference =
        new PreparedReference(
            compiler.reference(kernel.reference()).map(ProcessDeviceIT::binary),
            cache,
            Duration.ZERO);
    var finalist =
        new Finalist(
            kernel.defaultConfiguration(),
            binary(compiler.compile(kernel.source(), kernel.defaultConfiguration())));
    var settings =
        new FinalsSettings(8, 4, Duration.ofNanos(100_000), Duration.ofSeconds(1), 7, false);
    LaunchSpec launch = LaunchSpec.ofThisJvm(folder.resolve("logs"));
    var compiling = new CompileJob(kernel.file(), "cpu", identity, cache, Duration.ofMinutes(1));
    WorkerPool none = WorkerPool.start(launch, compiling, 0); // Every binary exists.
    for (boolean disturbs : List.of(true, false)) {
      try (ProcessDevice device =
          ProcessDevice.start(
              spec(kernel, disturbs),
              new WorkerMachine.Here(spec(kernel, disturbs), launch, cache),
              identity,
              CompletableFuture.completedFuture(reference),
              CompletableFuture.completedFuture(none))) {
        assertThat(device.openAhead(3)).isEqualTo(3);
        List<Long> started = programs();
        assertThat(started).hasSize(disturbs ? 0 : 1);

        var first = new FinalsRequest(List.of(finalist), List.of("named"), settings);
        var measured = (FinalsAttempt.Measured) device.finals(first, _ -> {});

        List<String> libraries =
            measured.baselines().stream().map(BaselineReading::library).toList();
        assertThat(libraries).hasSize(2).allMatch(library -> library.startsWith("process "));
        if (!disturbs) {
          assertThat(libraries).containsOnly("process " + started.getFirst());
        }
        assertThat(programs()).isEmpty();
      }
    }
  }
}

package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.ShapeBinaries;
import dev.evokernel.expr.Value;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Trials of small kernels on every shape of a backend's first device. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class KernelTrials {

  private static final List<Long> SEEDS = List.of(1L, 2L);

  @TempDir Path cache;

  final Backend backend;

  protected KernelTrials(Backend backend) {
    this.backend = backend;
  }

  @BeforeAll
  void assumeMachine() {
    assumeFalse(backend.devices().isEmpty(), "no device for " + backend.name());
  }

  /** Trial of one candidate on one shape. */
  interface Trial {
    void on(CorrectnessGate gate, Workspace workspace, Program program);
  }

  final void each(String name, String fault, Trial trial) throws URISyntaxException {
    each(name, fault.isEmpty() ? Map.of() : Map.of("FAULT", fault), trial);
  }

  final void each(String name, Map<String, Object> changes, Trial trial) throws URISyntaxException {
    each(
        Path.of(
            Objects.requireNonNull(
                    KernelTrials.class.getResource("/kernels/" + name + "/kernel.yaml"))
                .toURI()),
        changes,
        trial);
  }

  final void each(Path file, Map<String, Object> changes, Trial trial) {
    Kernel kernel = KernelReader.read(file, backend.name());
    DeviceIdentity identity = backend.devices().getFirst();
    Compiler compiler = backend.compiler(identity, cache, Duration.ofSeconds(60));
    Configuration configuration = kernel.defaultConfiguration();
    for (Map.Entry<String, Object> change : changes.entrySet()) {
      configuration = configuration.with(change.getKey(), Value.ofPlain(change.getValue()));
    }
    Configuration tried = configuration;
    var binaries = new ShapeBinaries(kernel, kernel.shapes());
    Binary binary =
        binary(
            binaries.ofCandidate(
                tried, macros -> compiler.compile(kernel.source(), tried.and(macros))));
    Binary reference =
        binary(
            binaries.ofProblem(
                macros -> compiler.reference(kernel.reference(), macros).orElseThrow()));
    try (Device device = backend.open(identity);
        Program program = device.load(kernel, tried, binary)) {
      for (Shape shape : kernel.shapes()) {
        try (Workspace workspace =
            device.workspace(
                kernel,
                shape,
                new PreparedReference(Optional.of(reference), cache, Duration.ZERO)
                    .on(kernel, shape))) {
          trial.on(new CorrectnessGate(kernel, shape, SEEDS), workspace, program);
        }
      }
    }
  }

  private static Binary binary(Compilation compilation) {
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }

  static Rejection refused(CorrectnessGate gate, Workspace workspace, Program program) {
    return ((VerificationResult.Refused) gate.check(workspace, program)).rejection().reason();
  }
}

package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.ComparisonSetup;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.DeviceJob;

/** A launch of one candidate in a separate process under a tool. */
public final class WatchedLaunch {

  private WatchedLaunch() {}

  /**
   * Compiles a candidate and launches it.
   *
   * @param shape one of the candidate's kernel
   * @throws EnvironmentException if the candidate does not compile or cannot be launched, or the
   *     tool does not work
   */
  public static <T> T of(
      ComparisonSetup setup,
      ComparedVariant candidate,
      Shape shape,
      BiFunction<InstrumentedLaunch, LaunchSpec, T> watch)
      throws InterruptedException {
    LaunchSpec launch = setup.launch();
    var compiling =
        new CompileJob(
                candidate.kernel().file(),
                setup.backend().name(),
                setup.device(),
                setup.cache(),
                setup.compileLimit())
            .on(List.of(shape));
    try (CompileWorker worker = CompileWorker.start(launch, compiling, "compile-1")) {
      PreparedReference reference = worker.reference();
      return switch (worker.compile(candidate.configuration(), candidate.macros())) {
        case Compilation.Compiled(Binary binary) ->
            watch.apply(
                new InstrumentedLaunch(
                    job(setup, candidate, shape, reference),
                    shape,
                    candidate.configuration(),
                    binary),
                launch);
        case Compilation.Failed(String log, boolean _) ->
            throw new EnvironmentException(
                "%s does not compile: %s".formatted(candidate.name(), log));
      };
    }
  }

  private static DeviceJob job(
      ComparisonSetup setup, ComparedVariant candidate, Shape shape, PreparedReference reference) {
    return new DeviceJob(
        candidate.kernel().file(),
        setup.backend().name(),
        setup.device(),
        reference,
        List.of(shape),
        List.of(setup.seed()),
        SamplingSettings.DEFAULT,
        setup.deadline());
  }
}

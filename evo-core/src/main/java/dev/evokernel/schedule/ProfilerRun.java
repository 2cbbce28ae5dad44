package dev.evokernel.schedule;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Profiler;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceJob;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.Rehearsal;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** A candidate under a profiler. */
public final class ProfilerRun {

  /** Some counters are read by patching the program, which then takes a hundred times as long. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private ProfilerRun() {}

  /**
   * Compiles a candidate and profiles one launch of it.
   *
   * @param shape one of the candidate's kernel
   * @throws EnvironmentException if it does not compile or cannot be launched, or the tool does not
   *     work
   */
  public static Profiler.Profile of(
      Venue venue, Contender candidate, Shape shape, Profiler profiler)
      throws InterruptedException {
    LaunchSpec launch = LaunchSpec.ofThisJvm(venue.logs());
    var compiling =
        new CompileJob(
            candidate.kernel().file(),
            venue.backend().name(),
            venue.device(),
            venue.cache(),
            venue.compileLimit());
    try (CompileWorker worker = CompileWorker.start(launch, compiling, "compile-1")) {
      PreparedReference reference = worker.reference();
      return switch (worker.compile(candidate.configuration(), candidate.macros())) {
        case Compilation.Compiled(Binary binary) ->
            new Rehearsal(
                    job(venue, candidate, shape, reference),
                    shape,
                    candidate.configuration(),
                    binary)
                .under(profiler, launch, venue.logs().resolve("profile"), LIMIT);
        case Compilation.Failed(String log, boolean _) ->
            throw new EnvironmentException(
                "%s does not compile: %s".formatted(candidate.name(), log));
      };
    }
  }

  private static DeviceJob job(
      Venue venue, Contender candidate, Shape shape, PreparedReference reference) {
    return new DeviceJob(
        candidate.kernel().file(),
        venue.backend().name(),
        venue.device(),
        reference,
        List.of(shape),
        List.of(venue.seed()),
        SamplingSettings.DEFAULT,
        venue.deadline());
  }

  /** The shape with the most work. */
  public static Shape largest(Contender candidate, List<Shape> among) {
    return among.stream()
        .max(
            Comparator.comparingDouble(
                shape ->
                    candidate
                        .kernel()
                        .work()
                        .flops()
                        .real(candidate.kernel().frame(candidate.configuration(), shape))))
        .orElseThrow();
  }
}

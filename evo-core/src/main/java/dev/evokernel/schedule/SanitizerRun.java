package dev.evokernel.schedule;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Sanitizer;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.DeviceJob;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.Rehearsal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/** Candidates under a sanitizer, on the shape with the least work: every access costs there. */
public final class SanitizerRun {

  /** For each tool: a launch that takes a millisecond takes minutes under some. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Sanitizer sanitizer;
  private final LaunchSpec launch;
  private final DeviceJob job;
  private final Shape shape;
  private final Path folder;

  SanitizerRun(Plan plan, Sanitizer sanitizer, LaunchSpec launch, DeviceJob job) {
    this.sanitizer = sanitizer;
    this.launch = launch;
    this.job = job;
    this.shape = smallest(plan);
    this.folder = plan.folder().resolve("logs").resolve("sanitizer");
  }

  /**
   * Compiles one configuration of a run and has it watched.
   *
   * @return what was found
   * @throws EnvironmentException if the configuration does not compile, or a tool does not work
   */
  public static Optional<Rejected> byHand(
      Plan plan, Sanitizer sanitizer, Configuration configuration) throws InterruptedException {
    LaunchSpec launch = LaunchSpec.ofThisJvm(plan.folder().resolve("logs"));
    var compiling =
        new CompileJob(
            plan.kernel().file(),
            plan.backend().name(),
            plan.device(),
            plan.cache(),
            plan.compileLimit());
    try (Compilers compilers = Compilers.start(launch, compiling, 1)) {
      DeviceJob job = Crew.job(plan, compilers.reference());
      return switch (compilers.compile(configuration)) {
        case Compilation.Compiled(Binary binary) ->
            new SanitizerRun(plan, sanitizer, launch, job).examine(configuration, binary);
        case Compilation.Failed(String log, boolean _) ->
            throw new EnvironmentException("The candidate does not compile: " + log);
      };
    }
  }

  /** What was found, as a rejection. */
  Optional<Rejected> examine(Configuration configuration, Binary binary) {
    return new Rehearsal(job, shape, configuration, binary)
        .under(sanitizer, launch, folder.resolve(configuration.fingerprint()), LIMIT);
  }

  /** The shape on which a plan's candidates are watched. */
  public static Shape smallest(Plan plan) {
    return plan.shapes().stream()
        .min(
            Comparator.comparingDouble(
                shape ->
                    plan.kernel()
                        .work()
                        .flops()
                        .real(plan.kernel().frame(plan.kernel().incumbent(), shape))))
        .orElseThrow();
  }
}

package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.tool.Profiler;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.ComparisonSetup;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;

/** A launch of a candidate under a profiler. */
public final class ProfilerRun {

  /**
   * Limit of a launch. Some counters need an instrumented binary, which is about a hundred times
   * slower.
   */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private ProfilerRun() {}

  /**
   * Compiles a candidate and profiles one launch.
   *
   * @param shape one of the candidate's kernel
   * @throws EnvironmentException if the candidate does not compile or cannot be launched, or the
   *     tool does not work
   */
  public static Profiler.Profile of(
      ComparisonSetup setup, ComparedVariant candidate, Shape shape, Profiler profiler)
      throws InterruptedException {
    return WatchedLaunch.of(
        setup,
        candidate,
        shape,
        (instrumented, launch) ->
            instrumented.under(profiler, launch, setup.launch().logs().resolve("profile"), LIMIT));
  }

  public static Shape largest(ComparedVariant candidate, List<Shape> among) {
    Kernel own = candidate.kernel().of(candidate.configuration());
    return among.stream()
        .max(
            Comparator.comparingDouble(
                shape -> own.work().flops().real(own.frame(candidate.configuration(), shape))))
        .orElseThrow();
  }
}

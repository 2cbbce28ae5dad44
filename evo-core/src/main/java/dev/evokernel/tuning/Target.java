package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.config.Job;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.run.GitCheckout;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec.Timeouts;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.spec.RunSpec.Origin;
import dev.evokernel.spec.RunSpec.SearchSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Budget;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.KernelOnDevice.LiveKernel;

/** Kernel in its current state on a device, with a job's settings for measuring it. */
public record Target(
    Path folder,
    Kernel kernel,
    ChosenDevice chosen,
    List<Shape> shapes,
    Path results,
    int inputSets,
    Timeouts timeouts) {

  public Target {
    shapes = List.copyOf(shapes);
  }

  /**
   * Target that a job describes.
   *
   * @throws BadInputException if the job replays a recording, or the kernel lacks a shape
   */
  public static Target of(Job job, List<String> shapes) {
    if (job.recording().isPresent()) {
      throw new BadInputException(
          "A recording has times only and cannot be measured. Name a device: --device cpu");
    }
    LiveKernel subject = KernelOnDevice.of(job.kernel(), job.device());
    Kernel kernel = subject.kernel();
    List<Shape> some = shapes.isEmpty() ? job.on(kernel).shapes() : named(kernel, shapes);
    return new Target(
        Launcher.shown(kernel.folder()),
        subject.narrowed(job.variants(), some).kernel(),
        subject.chosen(),
        some.stream().map(job.evaluation().sampling()::on).toList(),
        job.results(),
        job.evaluation().verification().inputSets(),
        job.evaluation().timeouts());
  }

  /**
   * Target with the default settings of a job.
   *
   * @throws BadInputException if the kernel lacks a shape, a variant or a section for the device's
   *     backend, or if no variant can run the shapes on the device
   */
  public static Target of(
      Path path, String device, List<String> shapes, List<String> variants, Path results) {
    LiveKernel subject = KernelOnDevice.of(path, device);
    Kernel kernel = subject.kernel();
    List<Shape> some = shapes.isEmpty() ? kernel.defaultShapes() : named(kernel, shapes);
    return new Target(
        path,
        subject.narrowed(variants, some).kernel(),
        subject.chosen(),
        some,
        results,
        VerificationSettings.DEFAULT.inputSets(),
        Timeouts.DEFAULT);
  }

  private static List<Shape> named(Kernel kernel, List<String> names) {
    var selection = new ShapeSelection(kernel.shapes());
    var picked = new LinkedHashSet<Shape>();
    for (String name : names) {
      List<Shape> some;
      try {
        some = selection.of(name);
      } catch (ExpressionException e) {
        throw new BadInputException("--shapes: " + e.getMessage());
      }
      if (some.isEmpty()) {
        throw new BadInputException(
            "--shapes: the kernel '%s' has no shape '%s'. %s"
                .formatted(kernel.name(), name, selection.advice(name)));
      }
      picked.addAll(some);
    }
    return List.copyOf(picked);
  }

  /** Spec of a run without a job, without drift checks and baselines. */
  public RunSpec spec(String id, long randomSeed, Budget budget) {
    SearchOptions search = SearchOptions.DEFAULT.withSeed(randomSeed);
    var subject = new LiveKernel(chosen, kernel, List.of(), List.of());
    return new RunSpec(
        id,
        kernel,
        shapes,
        Objective.DEFAULT,
        chosen.backend(),
        chosen.devices(),
        false,
        new SearchSpec(search.settings(subject.inFlight(search)), budget),
        new EvaluationSpec(
            VerificationSettings.DEFAULT, SamplingSettings.DEFAULT, DriftSettings.OFF, timeouts),
        Acceptance.DEFAULT,
        new Origin(
            folder,
            KernelSources.of(kernel).hash(),
            results,
            "",
            GitCheckout.commit(folder.toAbsolutePath()),
            EvoVersion.text(),
            Optional.empty()));
  }

  public Backend backend() {
    return chosen.backend();
  }

  public DeviceIdentity device() {
    return chosen.device();
  }

  public Target with(Kernel other) {
    return new Target(folder, other, chosen, shapes, results, inputSets, timeouts);
  }

  public Target on(List<Shape> some) {
    return new Target(folder, kernel, chosen, some, results, inputSets, timeouts);
  }

  /** Names of the shapes that are timed with flushed caches. */
  public List<String> cold() {
    return shapes.stream()
        .filter(shape -> shape.cache() == CacheState.COLD)
        .map(Shape::name)
        .toList();
  }

  /** Kernel and device as text, for example {@code gemm on cuda:0 (NVIDIA H200)}. */
  public String subject() {
    return "%s on %s (%s)".formatted(kernel.name(), device().id(), device().model());
  }
}

package dev.evokernel.comparison;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.store.Workload;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceJob;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Measures baselines by themselves, one after the other, each on every shape: with the inputs, the
 * reference and the sampling of candidates.
 *
 * @param readings baseline by baseline, each shape by shape
 * @param workloads of the shapes
 */
public record BaselineRound(List<BaselineReading> readings, List<Workload> workloads) {

  public BaselineRound {
    readings = List.copyOf(readings);
    workloads = List.copyOf(workloads);
  }

  /**
   * @param baselines of the kernel
   * @param progress hears what is going on
   * @throws EnvironmentException if the machine is at fault, or the reference, not a baseline
   */
  public static BaselineRound hold(
      ComparisonSetup venue, Kernel kernel, List<Baseline> baselines, Consumer<String> progress)
      throws InterruptedException {
    progress.accept("checking the reference");
    LaunchSpec launch = LaunchSpec.ofThisJvm(venue.logs());
    try (DeviceWorker device = DeviceWorker.start(launch, job(venue, kernel, launch))) {
      var readings = new ArrayList<BaselineReading>();
      for (Baseline baseline : baselines) {
        progress.accept("measuring " + baseline.name());
        readings.addAll(device.baseline(baseline.name()));
      }
      return new BaselineRound(readings, workloads(venue, kernel, device.limits()));
    }
  }

  private static DeviceJob job(ComparisonSetup venue, Kernel kernel, LaunchSpec launch)
      throws InterruptedException {
    var compiling =
        new CompileJob(
            kernel.file(),
            venue.backend().name(),
            venue.device(),
            venue.cache(),
            venue.compileLimit());
    try (CompileWorker compiler = CompileWorker.start(launch, compiling, "compile-1")) {
      return new DeviceJob(
          kernel.file(),
          venue.backend().name(),
          venue.device(),
          compiler.reference(),
          venue.shapes(),
          new SplittableRandom(venue.seed()).longs(venue.inputSeeds()).boxed().toList(),
          SamplingSettings.DEFAULT,
          venue.deadline());
    }
  }

  private static List<Workload> workloads(
      ComparisonSetup venue, Kernel kernel, DeviceLimits limits) {
    return venue.shapes().stream().map(shape -> workload(kernel, shape, limits)).toList();
  }

  /** What one launch on a shape has to do. */
  public static Workload workload(Kernel kernel, Shape shape, DeviceLimits limits) {
    Frame frame = Bindings.frame(kernel, limits, shape, kernel.defaultConfiguration());
    return new Workload(
        shape, kernel.work().flops().real(frame), kernel.work().bytes().real(frame));
  }
}

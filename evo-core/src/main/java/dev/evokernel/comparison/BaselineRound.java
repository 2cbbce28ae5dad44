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
 * Measures baselines without candidates, one after the other, each on every shape, with the inputs,
 * reference and sampling of candidates.
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
   * @param progress takes one line for each step
   * @throws EnvironmentException if the machine is at fault, or the reference, not a baseline
   */
  public static BaselineRound hold(
      ComparisonSetup setup, Kernel kernel, List<Baseline> baselines, Consumer<String> progress)
      throws InterruptedException {
    progress.accept("checking the reference");
    LaunchSpec launch = LaunchSpec.ofThisJvm(setup.logs());
    try (DeviceWorker device = DeviceWorker.start(launch, job(setup, kernel, launch))) {
      var readings = new ArrayList<BaselineReading>();
      for (Baseline baseline : baselines) {
        progress.accept("measuring " + baseline.name());
        readings.addAll(device.baseline(baseline.name()));
      }
      return new BaselineRound(readings, workloads(setup, kernel, device.limits()));
    }
  }

  private static DeviceJob job(ComparisonSetup setup, Kernel kernel, LaunchSpec launch)
      throws InterruptedException {
    var compiling =
        new CompileJob(
                kernel.file(),
                setup.backend().name(),
                setup.device(),
                setup.cache(),
                setup.compileLimit())
            .on(setup.shapes());
    try (CompileWorker compiler = CompileWorker.start(launch, compiling, "compile-1")) {
      return new DeviceJob(
          kernel.file(),
          setup.backend().name(),
          setup.device(),
          compiler.reference(),
          setup.shapes(),
          new SplittableRandom(setup.seed()).longs(setup.inputSets()).boxed().toList(),
          SamplingSettings.DEFAULT,
          setup.deadline());
    }
  }

  private static List<Workload> workloads(
      ComparisonSetup setup, Kernel kernel, DeviceLimits limits) {
    return setup.shapes().stream().map(shape -> workload(kernel, shape, limits)).toList();
  }

  /** The work of one launch on a shape. */
  public static Workload workload(Kernel kernel, Shape shape, DeviceLimits limits) {
    Frame frame = Bindings.frame(kernel, limits, shape, kernel.defaultConfiguration());
    return new Workload(
        shape, kernel.work().flops().real(frame), kernel.work().bytes().real(frame));
  }
}

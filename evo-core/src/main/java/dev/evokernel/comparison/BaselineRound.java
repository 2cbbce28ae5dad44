package dev.evokernel.comparison;

import module java.base;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.store.Workload;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;

/**
 * Measurement of baselines without candidates, one after the other on every shape, with the inputs,
 * reference and sampling of candidates.
 *
 * @param readings by baseline, then by shape
 * @param workloads of the shapes
 */
public record BaselineRound(List<BaselineReading> readings, List<Workload> workloads) {

  public BaselineRound {
    readings = List.copyOf(readings);
    workloads = List.copyOf(workloads);
  }

  /**
   * Measures baselines.
   *
   * @param baselines of the kernel
   * @param progress takes one line for each step
   * @throws EnvironmentException if the machine or the reference fails
   */
  public static BaselineRound hold(
      ComparisonSetup setup, Kernel kernel, List<Baseline> baselines, Consumer<String> progress)
      throws InterruptedException {
    progress.accept("checking the reference");
    PreparedReference reference;
    try (CompileWorker compiler = setup.compiler(kernel.file(), "compile-1")) {
      reference = compiler.reference();
    }
    try (DeviceWorker device = setup.process(kernel.file(), reference)) {
      var readings = new ArrayList<BaselineReading>();
      for (Baseline baseline : baselines) {
        progress.accept("measuring " + baseline.name());
        readings.addAll(device.baseline(baseline.name()));
      }
      return new BaselineRound(readings, workloads(kernel, setup.shapes(), device.limits()));
    }
  }

  public static List<Workload> workloads(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    return shapes.stream().map(shape -> workload(kernel, shape, limits)).toList();
  }

  public static Workload workload(Kernel kernel, Shape shape, DeviceLimits limits) {
    Frame frame = Bindings.frame(kernel, limits, shape, kernel.defaultConfiguration());
    return new Workload(
        shape, kernel.work().flops().real(frame), kernel.work().bytes().real(frame));
  }
}

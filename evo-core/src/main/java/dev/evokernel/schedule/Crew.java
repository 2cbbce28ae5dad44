package dev.evokernel.schedule;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Spent;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.DeviceJob;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.LaunchSpec;
import java.nio.file.Path;
import java.util.Map;

/** The processes that work for one run: those that compile and the one that owns the device. */
final class Crew implements AutoCloseable {

  /** Compilers stand back for whoever feeds the device. */
  static final int NICENESS = 10;

  private final LaunchSpec launch;
  private final DeviceJob job;
  private final Compilers compilers;
  private final DeviceWorker device;

  private Crew(LaunchSpec launch, DeviceJob job, Compilers compilers, DeviceWorker device) {
    this.launch = launch;
    this.job = job;
    this.compilers = compilers;
    this.device = device;
  }

  /** As many as this machine is good for. */
  static Crew start(Plan plan) throws InterruptedException {
    Workforce workforce = Workforce.of(plan.backend());
    return start(
        plan, workforce.compileWorkers(), workforce.alternating() ? 0 : NICENESS, plan.cache());
  }

  /**
   * @param niceness of the compile workers
   * @param cache the folder of compiled binaries
   */
  static Crew start(Plan plan, int compileWorkers, int niceness, Path cache)
      throws InterruptedException {
    LaunchSpec launch = LaunchSpec.ofThisJvm(plan.folder().resolve("logs"));
    var compiling =
        new CompileJob(
            plan.kernel().file(), plan.backend().name(), plan.device(), cache, plan.compileLimit());
    Compilers compilers = Compilers.start(launch.withNiceness(niceness), compiling, compileWorkers);
    try {
      var job =
          new DeviceJob(
              plan.kernel().file(),
              plan.backend().name(),
              plan.device(),
              compilers.reference(),
              plan.shapeNames(),
              plan.stream("inputs").longs(plan.inputSeeds()).boxed().toList(),
              SamplingSettings.DEFAULT,
              plan.deadline());
      return new Crew(launch, job, compilers, DeviceWorker.start(launch, job));
    } catch (InterruptedException | RuntimeException e) {
      compilers.close();
      throw e;
    }
  }

  Compilers compilers() {
    return compilers;
  }

  DeviceLimits limits() {
    return device.limits();
  }

  Assessment evaluate(Configuration configuration, Binary binary, Map<String, Double> best)
      throws InterruptedException {
    long began = System.nanoTime();
    long opening = device.opening().toNanos();
    Evaluated evaluated = device.evaluate(configuration, binary, best);
    boolean processLost = evaluated.spent().equals(Spent.NOTHING);
    return new Assessment(
        evaluated.outcome(),
        evaluated.spent(),
        processLost ? System.nanoTime() - began : device.opening().toNanos() - opening);
  }

  /**
   * Another process for the same device, so that nothing a candidate left behind in the first
   * touches what is measured.
   */
  DeviceWorker freshDevice() throws InterruptedException {
    return DeviceWorker.start(launch, job);
  }

  @Override
  public void close() {
    try (compilers) {
      device.close();
    }
  }
}

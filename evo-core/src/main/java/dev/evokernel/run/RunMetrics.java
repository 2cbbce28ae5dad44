package dev.evokernel.run;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.store.CompilerActivity;
import dev.evokernel.store.DeviceActivity;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.TimeBudget;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What a run does, as Micrometer meters named {@code evo.…}. */
public final class RunMetrics implements RunListener {

  private final MeterRegistry registry;
  private final Timer compile;
  private final Timer measure;
  private final AtomicInteger forCompiler = new AtomicInteger();
  private final AtomicInteger forDevice = new AtomicInteger();
  private volatile TimeBudget budget = TimeBudget.NONE;
  private volatile double best = Double.NaN;
  private volatile double speedUp = Double.NaN;

  public RunMetrics(MeterRegistry registry) {
    this.registry = registry;
    compile =
        Timer.builder("evo.compile")
            .description("Time in the compiler, cache hits left out")
            .publishPercentileHistogram()
            .register(registry);
    measure =
        Timer.builder("evo.measure")
            .description("Time to check and time one candidate")
            .publishPercentileHistogram()
            .register(registry);
    Gauge.builder("evo.queue", forCompiler, AtomicInteger::get)
        .tag("waiting", "compiler")
        .description("Candidates that wait for a compiler or the device")
        .register(registry);
    Gauge.builder("evo.queue", forDevice, AtomicInteger::get)
        .tag("waiting", "device")
        .description("Candidates that wait for a compiler or the device")
        .register(registry);
    for (DeviceActivity activity : DeviceActivity.values()) {
      time("device", activity.label(), metrics -> metrics.budget.of(activity));
    }
    for (CompilerActivity activity : CompilerActivity.values()) {
      time("compilers", activity.label(), metrics -> metrics.budget.of(activity));
    }
    Gauge.builder("evo.device.busy", this, metrics -> metrics.budget.busyShare())
        .description("The part of the search in which the device checked and timed, from 0 to 1")
        .register(registry);
    Gauge.builder("evo.best.objective", this, metrics -> metrics.best)
        .description("The smallest objective so far; 1 is the default")
        .register(registry);
    Gauge.builder("evo.best.speedup", this, metrics -> metrics.speedUp)
        .description("The best candidate's speed-up over the default")
        .register(registry);
  }

  /** Never falls, and includes earlier sessions of the run. */
  private void time(String part, String activity, Function<RunMetrics, Duration> spent) {
    FunctionCounter.builder("evo.time", this, metrics -> spent.apply(metrics).toNanos() / 1e9)
        .tag("part", part)
        .tag("activity", activity)
        .baseUnit("seconds")
        .description("Where the run's time went, by part of the machine and activity")
        .register(registry);
  }

  @Override
  public void spent(TimeBudget soFar) {
    budget = soFar;
  }

  @Override
  public void evaluated(Evaluation evaluation, Progress progress) {
    String outcome =
        switch (evaluation.outcome()) {
          case Outcome.Measured _ -> "measured";
          case Outcome.Rejected rejected -> rejected.reason().label();
        };
    registry.counter("evo.evaluations", "outcome", outcome).increment();
    if (evaluation.compileNanos() > 0) {
      compile.record(Duration.ofNanos(evaluation.compileNanos()));
    }
    if (evaluation.evaluateNanos() > 0) {
      measure.record(Duration.ofNanos(evaluation.evaluateNanos()));
    }
    best = progress.best().orElse(Double.NaN);
    speedUp = progress.speedUp().orElse(Double.NaN);
  }

  @Override
  public void queued(int compilerQueue, int deviceQueue) {
    forCompiler.set(compilerQueue);
    forDevice.set(deviceQueue);
  }
}

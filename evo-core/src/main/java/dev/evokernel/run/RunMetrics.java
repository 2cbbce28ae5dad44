package dev.evokernel.run;

import module java.base;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.TimeBudget;
import dev.evokernel.store.TimeBudget.CompilerActivity;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import org.jspecify.annotations.Nullable;

/** Metrics of a run, as Micrometer meters named {@code evo.…}. */
public final class RunMetrics implements RunListener {

  /** Histogram buckets. There are few, because each bucket is a time series of every run. */
  private static final Duration[] BUCKETS =
      Stream.of(10L, 30L, 100L, 300L, 1_000L, 3_000L, 10_000L, 30_000L)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterRegistry registry;
  private final Tags labels;
  private final Timer compile;
  private final Timer measure;
  private final AtomicInteger forCompiler = new AtomicInteger();
  private final AtomicInteger forDevice = new AtomicInteger();
  private final IntFunction<Optional<RunDeviceRecord>> devices;
  private final RunListener listener;
  private final Map<Integer, Tags> places = new ConcurrentHashMap<>();
  private volatile TimeBudget budget = TimeBudget.NONE;
  private volatile @Nullable Progress latest;

  /**
   * @param labels of all metrics of this run: the run, its kernel and its device
   */
  public RunMetrics(
      MeterRegistry registry,
      Map<String, String> labels,
      IntFunction<Optional<RunDeviceRecord>> devices,
      RunListener listener) {
    this.registry = registry;
    this.devices = devices;
    this.listener = listener;
    this.labels =
        Tags.of(
            labels.entrySet().stream()
                .map(label -> Tag.of(label.getKey(), label.getValue()))
                .toList());
    compile =
        Timer.builder("evo.compile")
            .tags(this.labels)
            .description("Time in the compiler, without what the cache had")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    measure =
        Timer.builder("evo.measure")
            .tags(this.labels)
            .description("Time to verify and time one candidate")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    for (DeviceActivity activity : DeviceActivity.values()) {
      time("device", activity.label(), metrics -> metrics.budget.of(activity));
    }
    for (CompilerActivity activity : CompilerActivity.values()) {
      time("compilers", activity.label(), metrics -> metrics.budget.of(activity));
    }
    queue("compiler", forCompiler);
    queue("device", forDevice);
    gauge(
        "evo.device.busy.ratio",
        "The part of the search in which the device verified and timed, from 0 to 1",
        metrics -> metrics.budget.busyShare());
    gauge(
        "evo.best.time.ratio",
        "The smallest objective so far, as a ratio to the default's; 1 is the default",
        metrics -> progress(Double.NaN, progress -> progress.best().orElse(Double.NaN)));
    gauge(
        "evo.best.speedup.ratio",
        "The best candidate's speed-up over the default; 1 is the default",
        metrics -> progress(Double.NaN, progress -> progress.speedUp().orElse(Double.NaN)));
    gauge(
        "evo.progress.ratio",
        "How much of the budget is spent, of its time or of its evaluations, from 0 to 1",
        metrics -> progress(0, Progress::share));
    gauge(
        "evo.spent.seconds",
        "Wall time that the run has used, over all its sessions",
        metrics -> progress(0, progress -> progress.spent().toNanos() / 1e9));
    gauge(
        "evo.budget.seconds",
        "The wall time of the budget; not a number where it has none",
        metrics -> progress(Double.NaN, RunMetrics::wall));
    gauge(
        "evo.budget.evaluations",
        "The evaluations of the budget; not a number where it has no limit",
        metrics ->
            progress(
                Double.NaN,
                progress ->
                    progress.budget().hasEvaluations()
                        ? progress.budget().evaluations()
                        : Double.NaN));
    gauge(
        "evo.generation",
        "The generation of the latest proposal",
        metrics -> progress(0, Progress::generation));
  }

  private static double wall(Progress progress) {
    return progress.budget().hasWall() ? progress.budget().wall().toNanos() / 1e9 : Double.NaN;
  }

  /** Reads a figure of the latest progress, or {@code before} until the first evaluation. */
  private double progress(double before, ToDoubleFunction<Progress> figure) {
    Progress known = latest;
    return known == null ? before : figure.applyAsDouble(known);
  }

  private void gauge(String name, String description, ToDoubleFunction<RunMetrics> value) {
    Gauge.builder(name, this, value).tags(labels).description(description).register(registry);
  }

  private void queue(String waiting, AtomicInteger length) {
    Gauge.builder("evo.queue.candidates", length, AtomicInteger::get)
        .tags(labels)
        .tag("waiting", waiting)
        .description("Candidates that wait for a compiler or for the device")
        .register(registry);
  }

  /** Registers a counter of time, which includes earlier sessions of the run. */
  private void time(String part, String activity, Function<RunMetrics, Duration> spent) {
    FunctionCounter.builder("evo.time", this, metrics -> spent.apply(metrics).toNanos() / 1e9)
        .tags(labels)
        .tag("part", part)
        .tag("activity", activity)
        .baseUnit("seconds")
        .description("Where the run's time went, by part of the machine and activity")
        .register(registry);
  }

  @Override
  public void began(String activity) {
    listener.began(activity);
  }

  @Override
  public void finals(FinalsState state, Progress progress) {
    listener.finals(state, progress);
  }

  @Override
  public void spent(TimeBudget soFar) {
    listener.spent(soFar);
    budget = soFar;
  }

  @Override
  public void evaluated(Evaluation evaluation, Progress progress) {
    listener.evaluated(evaluation, progress);
    String outcome =
        switch (evaluation.outcome()) {
          case Outcome.Measured _ -> "measured";
          case Outcome.Rejected rejected -> rejected.reason().label();
        };
    Counter.builder("evo.evaluations")
        .tags(labels)
        .tag("outcome", outcome)
        .tags(place(evaluation.device()))
        .description("Evaluations of this session that ended, by outcome, host and device")
        .register(registry)
        .increment();
    if (evaluation.compileNanos() > 0) {
      compile.record(Duration.ofNanos(evaluation.compileNanos()));
    }
    if (evaluation.evaluateNanos() > 0) {
      measure.record(Duration.ofNanos(evaluation.evaluateNanos()));
    }
    latest = progress;
  }

  /** Returns the host and the id of a device; both empty if the run's devices are not recorded. */
  private Tags place(int device) {
    return places.computeIfAbsent(
        device,
        number ->
            devices
                .apply(number)
                .map(record -> Tags.of("host", record.host(), "device_id", record.id()))
                .orElse(Tags.of("host", "", "device_id", "")));
  }

  @Override
  public void queued(int compilerQueue, int deviceQueue) {
    listener.queued(compilerQueue, deviceQueue);
    forCompiler.set(compilerQueue);
    forDevice.set(deviceQueue);
  }

  /** Answers 421 to a request under the name of another host. */
  private static final class KnownHosts extends Authenticator {
    @Override
    public Result authenticate(HttpExchange exchange) {
      return HttpLimits.isAddressed(exchange.getRequestHeaders().getFirst("Host"), Set.of())
          ? new Success(new HttpPrincipal("anyone", "loopback"))
          : new Failure(421);
    }
  }

  /**
   * Serves metrics at {@code /metrics} for Prometheus, on the loopback address only.
   *
   * @param port on the loopback address; 0 for any free one
   * @throws EnvironmentException if the port is taken
   */
  public static HTTPServer serve(PrometheusMeterRegistry registry, int port) {
    HttpLimits.apply();
    try {
      return HTTPServer.builder()
          .inetAddress(InetAddress.getLoopbackAddress())
          .port(port)
          .executorService(Executors.newVirtualThreadPerTaskExecutor())
          .authenticator(new KnownHosts())
          .registry(registry.getPrometheusRegistry())
          .buildAndStart();
    } catch (IOException e) {
      throw new EnvironmentException(
          "Port %d of metrics.prometheus cannot be opened: %s. Choose another port in evo.yaml, or remove 'metrics'."
              .formatted(port, e.getMessage()),
          e);
    }
  }
}

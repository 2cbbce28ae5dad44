package dev.evokernel.tuning;

import dev.evokernel.run.FinalsState;
import dev.evokernel.run.MetricsEndpoint;
import dev.evokernel.run.Progress;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.RunMetrics;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.TimeBudget;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Passes on what a run does: to a listener, and to Prometheus where the job asks for it. */
final class ServedMetrics implements RunListener, AutoCloseable {

  private final List<RunListener> listeners;
  private final Optional<MetricsEndpoint> endpoint;

  private ServedMetrics(List<RunListener> listeners, Optional<MetricsEndpoint> endpoint) {
    this.listeners = listeners;
    this.endpoint = endpoint;
  }

  /**
   * @param port on loopback; empty for no metrics
   * @param store has the run's devices
   */
  static ServedMetrics of(OptionalInt port, RunSpec spec, ResultStore store, RunListener listener) {
    if (port.isEmpty()) {
      return new ServedMetrics(List.of(listener), Optional.empty());
    }
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    return new ServedMetrics(
        List.of(
            listener,
            new RunMetrics(registry, labels(spec), number -> device(store, spec, number))),
        Optional.of(MetricsEndpoint.start(registry, port.getAsInt())));
  }

  private static Map<String, String> labels(RunSpec spec) {
    return Map.of(
        "run", spec.id(), "kernel", spec.kernel().name(), "device", spec.device().model());
  }

  private static Optional<RunDeviceRecord> device(ResultStore store, RunSpec spec, int number) {
    return store.events(spec.id()).devices().stream()
        .filter(one -> one.number() == number)
        .findFirst();
  }

  /** Where Prometheus finds them. */
  Optional<String> endpoint() {
    return endpoint.map(served -> "http://localhost:" + served.port() + "/metrics");
  }

  @Override
  public void began(String activity) {
    listeners.forEach(listener -> listener.began(activity));
  }

  @Override
  public void evaluated(Evaluation evaluation, Progress progress) {
    listeners.forEach(listener -> listener.evaluated(evaluation, progress));
  }

  @Override
  public void finals(FinalsState state, Progress progress) {
    listeners.forEach(listener -> listener.finals(state, progress));
  }

  @Override
  public void queued(int forCompiler, int forDevice) {
    listeners.forEach(listener -> listener.queued(forCompiler, forDevice));
  }

  @Override
  public void spent(TimeBudget budget) {
    listeners.forEach(listener -> listener.spent(budget));
  }

  @Override
  public void close() {
    endpoint.ifPresent(MetricsEndpoint::close);
  }
}

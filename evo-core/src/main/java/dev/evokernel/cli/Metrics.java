package dev.evokernel.cli;

import dev.evokernel.run.MetricsEndpoint;
import dev.evokernel.run.Progress;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.RunMetrics;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.TimeBudget;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Passes on what a run does: to the display, and to Prometheus where the job asks for it. */
final class Metrics implements RunListener, AutoCloseable {

  private final List<RunListener> listeners;
  private final Optional<MetricsEndpoint> endpoint;

  private Metrics(List<RunListener> listeners, Optional<MetricsEndpoint> endpoint) {
    this.listeners = listeners;
    this.endpoint = endpoint;
  }

  static Metrics of(OptionalInt port, RunListener display) {
    if (port.isEmpty()) {
      return new Metrics(List.of(display), Optional.empty());
    }
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    return new Metrics(
        List.of(display, new RunMetrics(registry)),
        Optional.of(MetricsEndpoint.start(registry, port.getAsInt())));
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

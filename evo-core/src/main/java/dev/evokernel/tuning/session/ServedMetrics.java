package dev.evokernel.tuning.session;

import dev.evokernel.run.listen.MetricsEndpoint;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.run.listen.RunMetrics;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.run.RunDeviceRecord;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one or more runs do, at one endpoint for Prometheus where the job asks for it. Each run has
 * its own labels, and what it did stays until the endpoint is closed.
 */
public final class ServedMetrics implements AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Optional<MetricsEndpoint> endpoint;

  private ServedMetrics(OptionalInt port) {
    this.endpoint =
        port.isEmpty()
            ? Optional.empty()
            : Optional.of(MetricsEndpoint.start(registry, port.getAsInt()));
  }

  /**
   * Serves them from now on.
   *
   * @param port on loopback; empty for no metrics
   */
  public static ServedMetrics at(OptionalInt port) {
    return new ServedMetrics(port);
  }

  /**
   * Who hears of a run.
   *
   * @param store has the run's devices
   * @param listener hears of it as well
   */
  RunListener of(RunSpec spec, ResultStore store, RunListener listener) {
    if (endpoint.isEmpty()) {
      return listener;
    }
    var metrics = new RunMetrics(registry, labels(spec), number -> device(store, spec, number));
    return new RunListeners(List.of(listener, metrics));
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
  public Optional<String> endpoint() {
    return endpoint.map(served -> "http://localhost:" + served.port() + "/metrics");
  }

  @Override
  public void close() {
    endpoint.ifPresent(MetricsEndpoint::close);
  }
}

package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.RunMetrics;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunDeviceRecord;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;

/**
 * Metrics of one or more runs at one Prometheus endpoint, where the job asks for it. Each run has
 * its own labels. The metrics of an ended run stay until the endpoint is closed.
 */
public final class ServedMetrics implements AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final OptionalInt port;
  private final Optional<HTTPServer> endpoint;

  /**
   * Serves metrics from now on. A taken port is no reason to end a run: the metrics then get any
   * free port.
   */
  public ServedMetrics(OptionalInt port) {
    this.port = port;
    this.endpoint = port.isEmpty() ? Optional.empty() : Optional.of(served(port.getAsInt()));
  }

  private HTTPServer served(int wanted) {
    try {
      return RunMetrics.serve(registry, wanted);
    } catch (EnvironmentException e) {
      return RunMetrics.serve(registry, 0);
    }
  }

  RunListener of(RunSpec spec, ResultStore store, RunListener listener) {
    return endpoint.isEmpty()
        ? listener
        : new RunMetrics(
            registry,
            Map.of(
                "run", spec.id(), "kernel", spec.kernel().name(), "device", spec.device().model()),
            number -> device(store, spec, number),
            listener);
  }

  private static Optional<RunDeviceRecord> device(ResultStore store, RunSpec spec, int number) {
    return store.events(spec.id()).all(RunDeviceRecord.class).stream()
        .filter(device -> device.number() == number)
        .findFirst();
  }

  /** Address for Prometheus, with a warning if it has another port; empty without metrics. */
  public Optional<String> endpoint() {
    return endpoint.map(
        served ->
            "http://localhost:"
                + served.getPort()
                + "/metrics"
                + (port.getAsInt() == 0 || port.getAsInt() == served.getPort()
                    ? ""
                    : "; warning: port %d of metrics.prometheus is taken. This command names the program: ss -ltnp"
                        .formatted(port.getAsInt())));
  }

  @Override
  public void close() {
    endpoint.ifPresent(HTTPServer::close);
  }
}

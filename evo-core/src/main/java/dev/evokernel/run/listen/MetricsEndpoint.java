package dev.evokernel.run.listen;

import dev.evokernel.backend.file.EnvironmentException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import java.io.IOException;
import java.net.InetAddress;

/** The endpoint {@code /metrics} for Prometheus, on the loopback address only. */
public final class MetricsEndpoint implements AutoCloseable {

  private final HTTPServer server;

  private MetricsEndpoint(HTTPServer server) {
    this.server = server;
  }

  /**
   * Starts serving.
   *
   * @param port on the loopback address; 0 for any free one
   * @throws EnvironmentException if the port is taken
   */
  public static MetricsEndpoint start(PrometheusMeterRegistry registry, int port) {
    try {
      return new MetricsEndpoint(
          HTTPServer.builder()
              .inetAddress(InetAddress.getLoopbackAddress())
              .port(port)
              .registry(registry.getPrometheusRegistry())
              .buildAndStart());
    } catch (IOException e) {
      throw new EnvironmentException(
          "Port "
              + port
              + " of metrics.prometheus cannot be opened: "
              + e.getMessage()
              + ". Choose another port in evo.yaml, or remove 'metrics'.",
          e);
    }
  }

  public int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    server.close();
  }
}

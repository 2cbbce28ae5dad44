package dev.evokernel.run.listen;

import module java.base;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.evokernel.backend.file.EnvironmentException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;

/** The endpoint {@code /metrics} for Prometheus, on the loopback address only. */
public final class MetricsEndpoint implements AutoCloseable {

  /** Answers 421 to a request under the name of another host. */
  private static final class KnownHosts extends Authenticator {
    @Override
    public Result authenticate(HttpExchange exchange) {
      return HttpLimits.isAddressed(exchange.getRequestHeaders(), Set.of())
          ? new Success(new HttpPrincipal("anyone", "loopback"))
          : new Failure(421);
    }
  }

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
    HttpLimits.apply();
    try {
      return new MetricsEndpoint(
          HTTPServer.builder()
              .inetAddress(InetAddress.getLoopbackAddress())
              .port(port)
              .executorService(Executors.newVirtualThreadPerTaskExecutor())
              .authenticator(new KnownHosts())
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

package dev.evokernel.run.listen;

import module java.base;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.evokernel.backend.file.EnvironmentException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;

/** The endpoint {@code /metrics} for Prometheus, on the loopback address only. */
public final class MetricsEndpoint {

  /** Answers 421 to a request under the name of another host. */
  private static final class KnownHosts extends Authenticator {
    @Override
    public Result authenticate(HttpExchange exchange) {
      return HttpLimits.isAddressed(exchange.getRequestHeaders().getFirst("Host"), Set.of())
          ? new Success(new HttpPrincipal("anyone", "loopback"))
          : new Failure(421);
    }
  }

  private MetricsEndpoint() {}

  /**
   * Starts serving.
   *
   * @param port on the loopback address; 0 for any free one
   * @throws EnvironmentException if the port is taken
   */
  public static HTTPServer start(PrometheusMeterRegistry registry, int port) {
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

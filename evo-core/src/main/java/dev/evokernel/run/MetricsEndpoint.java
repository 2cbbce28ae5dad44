package dev.evokernel.run;

import com.sun.net.httpserver.HttpServer;
import dev.evokernel.backend.EnvironmentException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** Serves {@code /metrics} to Prometheus, on the loopback address only. */
public final class MetricsEndpoint implements AutoCloseable {

  private final HttpServer server;

  private MetricsEndpoint(HttpServer server) {
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
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      HttpServer server = HttpServer.create(address, 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext(
          "/metrics",
          exchange -> {
            byte[] page = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, page.length);
            try (var body = exchange.getResponseBody()) {
              body.write(page);
            }
          });
      server.start();
      return new MetricsEndpoint(server);
    } catch (IOException e) {
      throw new EnvironmentException(
          "Port "
              + port
              + " of metrics.prometheus cannot be opened: "
              + e.getMessage()
              + ". Maybe choose another port in evo.yaml, or leave 'metrics' out.",
          e);
    }
  }

  /** The port that it serves on. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

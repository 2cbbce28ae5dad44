package dev.evokernel.dashboard;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.run.HttpLimits;

final class Dashboard implements AutoCloseable {

  private static final int BACKLOG = 32;

  private final DashboardSettings settings;
  private final HttpServer server;
  private final StorePoller poller;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private Dashboard(DashboardSettings settings) {
    this.settings = settings;
    this.server = bound(settings);
    this.poller = new StorePoller(settings.results(), InstantSource.system());
    server.setExecutor(threads);
    server.createContext("/", new Routes(settings, poller));
  }

  /**
   * Starts serving.
   *
   * @throws EnvironmentException if the address is not available
   */
  public static Dashboard start(DashboardSettings settings) {
    HttpLimits.apply();
    var dashboard = new Dashboard(settings);
    dashboard.server.start();
    return dashboard;
  }

  private static HttpServer bound(DashboardSettings settings) {
    try {
      if (settings.tls().isEmpty()) {
        return HttpServer.create(settings.listen(), BACKLOG);
      }
      SSLContext tls = settings.tls().get();
      HttpsServer server = HttpsServer.create(settings.listen(), BACKLOG);
      server.setHttpsConfigurator(new HttpsConfigurator(tls));
      return server;
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot listen on %s port %d: %s. Choose another address: --listen 127.0.0.1:8711"
              .formatted(
                  settings.listen().getAddress().getHostAddress(),
                  settings.listen().getPort(),
                  e.getMessage()),
          e);
    }
  }

  public String address() {
    InetAddress at = settings.listen().getAddress();
    String host =
        at.isAnyLocalAddress()
            ? "localhost"
            : at instanceof Inet6Address ? "[" + at.getHostAddress() + "]" : at.getHostAddress();
    Optional<String> token = settings.token();
    return "%s://%s:%d/%s"
        .formatted(
            settings.tls().isPresent() ? "https" : "http",
            host,
            port(),
            token.map(word -> "?token=" + word).orElse(""));
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    poller.close();
  }
}

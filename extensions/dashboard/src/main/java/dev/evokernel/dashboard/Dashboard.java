package dev.evokernel.dashboard;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.dashboard.EventStream.OpenStreams;
import dev.evokernel.run.HttpLimits;

/** HTTP server for the pages of a results folder. */
public final class Dashboard implements AutoCloseable {

  private static final int BACKLOG = 32;

  private final DashboardSettings settings;
  private final HttpServer server;
  private final DashboardState state;
  private final ReportCache cache;
  private final ExecutorService threads;

  private Dashboard(
      DashboardSettings settings,
      HttpServer server,
      DashboardState state,
      ReportCache cache,
      ExecutorService threads) {
    this.settings = settings;
    this.server = server;
    this.state = state;
    this.cache = cache;
    this.threads = threads;
  }

  /**
   * Starts serving.
   *
   * @throws EnvironmentException if the address is not available
   */
  public static Dashboard start(DashboardSettings settings) {
    HttpLimits.apply();
    HttpServer server = bound(settings);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    var streams = new OpenStreams();
    DashboardState state = DashboardState.on(settings.results(), streams::endOverdue);
    var cache = new ReportCache(settings.results());
    server.setExecutor(threads);
    server.createContext("/", new Routes(settings, state, cache, streams));
    server.start();
    return new Dashboard(settings, server, state, cache, threads);
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

  /** Address for a browser on this machine, including the token. */
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
    state.close();
    cache.close();
    server.stop(0);
    threads.shutdownNow();
  }
}

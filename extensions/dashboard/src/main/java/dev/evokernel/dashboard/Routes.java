package dev.evokernel.dashboard;

import module java.base;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.dashboard.Admission.Ruling;
import dev.evokernel.dashboard.EventStream.Following;
import dev.evokernel.dashboard.EventStream.OpenStreams;
import dev.evokernel.dashboard.PageHtml.Assets;
import dev.evokernel.dashboard.StorePoller.FollowedRun;
import dev.evokernel.dashboard.StorePoller.Snapshot;
import dev.evokernel.report.Html;
import dev.evokernel.report.ReportPage;
import dev.evokernel.report.ReportPage.Fragment;
import dev.evokernel.report.RunState;
import dev.evokernel.store.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * Handles requests. Addresses name pages, streams and stored runs, never files; path traversal is
 * thus impossible.
 */
final class Routes implements HttpHandler {

  private static final Pattern RUN = Pattern.compile("/run/([^/]+)(/|/events|/report)?");
  private static final String HTML = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String JSON = "application/json";
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
  private static final int AT_ONCE = 64;
  private static final int WORTH_PACKING = 1000;

  private static final Map<String, String> ALWAYS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src"
              + " data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  private final Admission admission;
  private final DashboardState dashboard;
  private final ReportCache cache;
  private final OpenStreams streams;
  private final Assets assets = new Assets();
  private final PageHtml pages;
  private final ZoneId zone = ZoneId.systemDefault();
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final boolean isSecure;

  Routes(
      DashboardSettings settings,
      DashboardState dashboard,
      ReportCache cache,
      OpenStreams streams) {
    this.admission = new Admission(settings);
    this.dashboard = dashboard;
    this.cache = cache;
    this.streams = streams;
    this.pages = new PageHtml(assets, settings.results(), zone);
    this.isSecure = settings.tls().isPresent();
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      ALWAYS.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
      switch (admission.of(exchange)) {
        case Ruling.Refused(int status, String why) -> text(exchange, status, why);
        case Ruling.Introduced(String cookie) -> introduce(exchange, cookie);
        case Ruling.Admitted() -> admitted(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void introduce(HttpExchange exchange, String cookie) throws IOException {
    exchange
        .getResponseHeaders()
        .set(
            "Set-Cookie",
            cookie + "; HttpOnly; SameSite=Lax; Path=/" + (isSecure ? "; Secure" : ""));
    redirect(exchange, "./");
  }

  private void admitted(HttpExchange exchange) throws IOException, InterruptedException {
    if (!places.tryAcquire()) {
      text(exchange, 503, "Too many concurrent requests. Try again in a moment.");
      return;
    }
    try {
      route(exchange);
    } catch (EnvironmentException e) {
      text(exchange, 503, String.valueOf(e.getMessage()));
    } finally {
      places.release();
    }
  }

  private void route(HttpExchange exchange) throws IOException, InterruptedException {
    String path = exchange.getRequestURI().getPath();
    Matcher run = RUN.matcher(path == null ? "" : path);
    if ("/".equals(path)) {
      answer(exchange, HTML, pages.list(new LiveParts(look(), zone).list()));
    } else if ("/events".equals(path)) {
      stream(exchange, null);
    } else if (path != null && path.startsWith("/assets/")) {
      asset(exchange, path.substring("/assets/".length()));
    } else if (run.matches()) {
      run(exchange, run.group(1), Optional.ofNullable(run.group(2)).orElse(""));
    } else {
      text(exchange, 404, "No such page.");
    }
  }

  private Snapshot look() throws InterruptedException {
    return dashboard
        .current()
        .orElseThrow(() -> new EnvironmentException("Reading the results timed out."));
  }

  private void run(HttpExchange exchange, String id, String what)
      throws IOException, InterruptedException {
    Snapshot snapshot = look();
    Optional<RunState> state = snapshot.state(id);
    if (state.isEmpty()) {
      text(exchange, 404, snapshot.problem().orElse("No run has this name."));
      return;
    }
    switch (what) {
      case "" -> redirect(exchange, id + "/");
      case "/events" -> stream(exchange, state.get());
      case "/report" -> report(exchange, state.get());
      default -> answer(exchange, HTML, page(snapshot, state.get()));
    }
  }

  private String page(Snapshot snapshot, RunState state) throws InterruptedException {
    Map<String, String> parts = new LiveParts(snapshot, zone).run(state);
    if (state.status() != RunStatus.RUNNING) {
      return pages.run(state, parts, new Fragment("", "[]"));
    }
    FollowedRun followed = dashboard.follow(state.run());
    try (var _ = dashboard.viewed()) {
      Optional<Snapshot> read = Optional.of(snapshot);
      while (read.isPresent() && !followed.isRead()) {
        read = dashboard.next(read.get().number(), KEEP_ALIVE);
      }
      return pages.run(state, parts, ReportPage.live(followed.since(0)));
    } finally {
      dashboard.unfollow(state.run().id());
    }
  }

  private void report(HttpExchange exchange, RunState state)
      throws IOException, InterruptedException {
    boolean isLive = "live=true".equals(exchange.getRequestURI().getRawQuery());
    try {
      ReportCache.Report report = cache.report(state, isLive);
      answer(
          exchange,
          JSON,
          "{\"evaluations\":%d,\"html\":%s,\"charts\":%s}"
              .formatted(
                  report.evaluations(),
                  Html.json(report.fragment().html()),
                  report.fragment().charts()));
    } catch (ExecutionException e) {
      text(exchange, 500, "Computing the report failed: " + e.getCause() + ".");
    }
  }

  private void stream(HttpExchange exchange, @Nullable RunState state)
      throws IOException, InterruptedException {
    var stream = new EventStream(exchange.getResponseBody());
    if (!streams.add(stream)) {
      text(exchange, 503, "Too many pages are open.");
      return;
    }
    try (var _ = dashboard.viewed()) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.getResponseHeaders().set("X-Accel-Buffering", "no");
      exchange.sendResponseHeaders(200, exchange.getRequestMethod().equals("HEAD") ? -1 : 0);
      if (exchange.getRequestMethod().equals("GET")) {
        stream.begin();
        new Following(dashboard, cache, zone, KEEP_ALIVE)
            .write(stream, Optional.ofNullable(state), from(exchange));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      streams.remove();
    }
  }

  /** Number of evaluations that the page has; a reconnecting browser sends the last event id. */
  private static int from(HttpExchange exchange) {
    Optional<String> last =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Last-Event-ID"));
    String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    String number = last.orElse(query.startsWith("from=") ? query.substring(5) : "0");
    return number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 0;
  }

  private void asset(HttpExchange exchange, String name) throws IOException {
    Optional<Assets.Asset> found = assets.find(name);
    if (found.isEmpty()) {
      text(exchange, 404, "No such file.");
      return;
    }
    Assets.Asset asset = found.get();
    exchange.getResponseHeaders().set("Cache-Control", "private, max-age=31536000, immutable");
    boolean packs = packs(exchange);
    if (packs) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    send(exchange, 200, asset.type(), packs ? asset.packed() : asset.plain());
  }

  private static void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    exchange.sendResponseHeaders(303, -1);
  }

  private static void answer(HttpExchange exchange, String type, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    boolean packs = bytes.length > WORTH_PACKING && packs(exchange);
    if (packs) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    send(exchange, 200, type, packs ? Assets.packed(bytes) : bytes);
  }

  private static boolean packs(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    return Optional.ofNullable(headers.get("Accept-Encoding")).orElse(List.of()).stream()
        .anyMatch(encoding -> encoding.contains("gzip"));
  }

  private static void text(HttpExchange exchange, int status, String text) throws IOException {
    send(exchange, status, TEXT, (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, String type, byte... body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}

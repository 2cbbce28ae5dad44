package dev.evokernel.dashboard;

import module java.base;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.dashboard.Admission.Ruling;
import dev.evokernel.dashboard.PageHtml.Assets;
import dev.evokernel.dashboard.StorePoller.Snapshot;
import dev.evokernel.report.Html;
import dev.evokernel.report.ReportPage;
import dev.evokernel.report.ReportPage.Fragment;
import dev.evokernel.report.RunState;
import dev.evokernel.report.SearchTrace;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.UnknownRecordException;

/**
 * Handles requests. Addresses name pages, their news and stored runs, never files; path traversal
 * is thus impossible.
 */
final class Routes implements HttpHandler {

  private static final Pattern RUN = Pattern.compile("/run/([^/]+)(/|/news|/report)?");

  /** Numbers of the evaluations that a page of a running run has, and that its report has. */
  private static final Pattern HAS = Pattern.compile("from=([0-9]{1,9})&reported=([0-9]{1,9})");

  private static final String HTML = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String JSON = "application/json";
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
  private final StorePoller poller;
  private final ReportCache cache;
  private final Assets assets = new Assets();
  private final PageHtml pages;
  private final ZoneId zone = ZoneId.systemDefault();
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final boolean isSecure;

  Routes(DashboardSettings settings, StorePoller poller) {
    this.admission = new Admission(settings);
    this.poller = poller;
    this.cache = new ReportCache(settings.results());
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
    } catch (EnvironmentException | UncheckedIOException | UnknownRecordException e) {
      text(exchange, 503, String.valueOf(e.getMessage()));
    } finally {
      places.release();
    }
  }

  private void route(HttpExchange exchange) throws IOException, InterruptedException {
    String path = exchange.getRequestURI().getPath();
    Matcher run = RUN.matcher(path == null ? "" : path);
    if ("/".equals(path)) {
      answer(exchange, HTML, pages.list(new LiveParts(poller.current(), zone).list()));
    } else if ("/news".equals(path)) {
      var parts = new LiveParts(poller.current(), zone).list();
      answer(exchange, JSON, Html.json(new News(parts, "", Optional.empty(), false)));
    } else if (path != null && path.startsWith("/assets/")) {
      asset(exchange, path.substring("/assets/".length()));
    } else if (run.matches()) {
      run(exchange, run.group(1), Optional.ofNullable(run.group(2)).orElse(""));
    } else {
      text(exchange, 404, "No such page.");
    }
  }

  private void run(HttpExchange exchange, String id, String what)
      throws IOException, InterruptedException {
    Snapshot snapshot = poller.current();
    Optional<RunState> state = snapshot.state(id);
    if (state.isEmpty() && !what.equals("/news")) {
      text(exchange, 404, snapshot.problem().orElse("No run has this name."));
      return;
    }
    switch (what) {
      case "" -> redirect(exchange, id + "/");
      case "/news" -> answer(exchange, JSON, Html.json(news(snapshot, state, exchange)));
      case "/report" -> report(exchange, state.get());
      default -> answer(exchange, HTML, page(snapshot, state.get()));
    }
  }

  private String page(Snapshot snapshot, RunState state) throws InterruptedException {
    return pages.run(
        state,
        new LiveParts(snapshot, zone).run(state),
        state.status() == RunStatus.RUNNING
            ? ReportPage.live(poller.trace(state.run(), 0))
            : new Fragment("", "[]"));
  }

  /**
   * Answer to a page that asks for what it lacks.
   *
   * @param status of the run; empty if it no longer exists, and for the list of runs
   * @param evaluations of a running run that the page lacks
   * @param report whether a newer report can be had
   */
  private record News(
      Map<String, String> parts,
      String status,
      Optional<SearchTrace.Excerpt> evaluations,
      boolean report) {}

  private News news(Snapshot snapshot, Optional<RunState> state, HttpExchange exchange)
      throws InterruptedException {
    if (state.isEmpty()) {
      String problem = snapshot.problem().orElse("The run no longer exists.");
      return new News(Map.of("problem", Html.escaped(problem)), "", Optional.empty(), false);
    }
    RunState now = state.get();
    Matcher has =
        HAS.matcher(Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
    boolean isLive = now.status() == RunStatus.RUNNING && has.matches();
    return new News(
        new LiveParts(snapshot, zone).run(now),
        now.status().label(),
        isLive
            ? Optional.of(poller.trace(now.run(), Integer.parseInt(has.group(1))))
            : Optional.empty(),
        isLive && cache.hasNewer(now, Long.parseLong(has.group(2))));
  }

  private void report(HttpExchange exchange, RunState state) throws IOException {
    boolean isLive = "live=true".equals(exchange.getRequestURI().getRawQuery());
    ReportCache.Report report;
    try {
      report = cache.report(state, isLive);
    } catch (RuntimeException e) {
      text(exchange, 500, "Computing the report failed: " + e + ".");
      return;
    }
    answer(
        exchange,
        JSON,
        "{\"evaluations\":%d,\"html\":%s,\"charts\":%s}"
            .formatted(
                report.evaluations(),
                Html.json(report.fragment().html()),
                report.fragment().charts()));
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

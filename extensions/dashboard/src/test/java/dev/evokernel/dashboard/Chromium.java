package dev.evokernel.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real browser without a window, led through the Chrome DevTools Protocol: a web socket and JSON,
 * both of the JDK and of what is here anyway. One page at a time.
 */
final class Chromium implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Process process;
  private final Path profile;
  private final HttpClient client;
  private final WebSocket socket;
  private final Replies replies;

  /** Names of the events since a page was last asked for. */
  private final Set<String> seen = new HashSet<>();

  private int calls;

  private Chromium(
      Process process, Path profile, HttpClient client, WebSocket socket, Replies replies) {
    this.process = process;
    this.profile = profile;
    this.client = client;
    this.socket = socket;
    this.replies = replies;
  }

  /** Skips the test, and says so, where this machine has no Chromium. */
  static Chromium start() throws IOException, InterruptedException {
    Optional<Path> program = program();
    assumeTrue(program.isPresent(), "No Chromium is on the PATH: pages are not drawn.");
    Path profile = Files.createTempDirectory("chromium");
    Process process =
        new ProcessBuilder(
                program.get().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--ignore-certificate-errors",
                "--no-first-run",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log.txt").toFile())
            .start();
    HttpClient client = HttpClient.newHttpClient();
    var replies = new Replies();
    WebSocket socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(page(client, port(process, profile))), replies)
            .join();
    var chromium = new Chromium(process, profile, client, socket, replies);
    chromium.call("Page.enable", Map.of());
    chromium.call("Runtime.enable", Map.of());
    return chromium;
  }

  private static Optional<Path> program() {
    return NAMES.stream()
        .flatMap(
            name ->
                List.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).stream()
                    .map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String port(Process process, Path profile)
      throws IOException, InterruptedException {
    Path file = profile.resolve("DevToolsActivePort");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(file) || Files.readAllLines(file).isEmpty()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      assertThat(process.waitFor(50, TimeUnit.MILLISECONDS))
          .as("%s", Files.readString(profile.resolve("log.txt")))
          .isFalse();
    }
    return Files.readAllLines(file).getFirst();
  }

  private static String page(HttpClient client, String port)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json")).build();
    String body = client.send(request, BodyHandlers.ofString()).body();
    for (JsonNode target : JSON.readTree(body)) {
      if (target.get("type").asString().equals("page")) {
        return target.get("webSocketDebuggerUrl").asString();
      }
    }
    throw new AssertionError(body);
  }

  /** What comes over the socket, message by message. */
  private static final class Replies implements WebSocket.Listener {

    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
      part.append(text);
      if (last) {
        messages.add(JSON.readTree(part.toString()));
        part.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }

  /** The result of one command of the protocol. */
  JsonNode call(String method, Map<String, ?> parameters) throws InterruptedException {
    int id = ++calls;
    socket
        .sendText(
            JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
        .join();
    while (true) {
      JsonNode message = replies.messages.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(message).as(method).isNotNull();
      if (message.has("id") && message.get("id").asInt() == id) {
        if (message.has("error")) {
          throw new IllegalStateException(message.toString());
        }
        return message.get("result");
      }
      seen.add(message.path("method").asString(""));
    }
  }

  /** Goes to an address, and waits until the page is there with its scripts. */
  void open(String address) throws InterruptedException {
    seen.clear();
    call("Page.navigate", Map.of("url", address));
    while (!seen.contains("Page.loadEventFired")) {
      JsonNode message = replies.messages.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(message).as(address).isNotNull();
      seen.add(message.path("method").asString(""));
    }
  }

  /** A window as wide as a phone or a desk, with its theme. */
  void looksLike(int width, int height, boolean isDark) throws InterruptedException {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", isDark ? "dark" : "light"))));
  }

  /** The value of an expression of the page, as JSON. */
  JsonNode value(String expression) throws InterruptedException {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    assertThat(result.has("exceptionDetails")).as("%s: %s", expression, result).isFalse();
    JsonNode value = result.get("result").get("value");
    return value == null ? JSON.nullNode() : value;
  }

  String text(String expression) throws InterruptedException {
    return value(expression).asString();
  }

  /** Waits in the page until an expression holds, also when the page loads itself again. */
  void until(String condition) throws InterruptedException {
    String waiting =
        """
        new Promise(resolve => {
          const deadline = performance.now() + %d;
          const look = () => {
            let holds = false;
            try { holds = (%s); } catch (problem) { }
            if (holds) resolve(true);
            else if (performance.now() > deadline) resolve(false);
            else setTimeout(look, 30);
          };
          look();
        })
        """
            .formatted(PATIENCE.toMillis() / 3, condition);
    assertThat(holds(waiting)).as(condition).isTrue();
  }

  private boolean holds(String waiting) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        return value(waiting).asBoolean();
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("navigated"); // Another page is there now.
      }
    }
    return false;
  }

  /** Of the part of the page that is seen, as PNG. */
  void screenshot(Path file) throws InterruptedException {
    byte[] png =
        Base64.getDecoder()
            .decode(call("Page.captureScreenshot", Map.of("format", "png")).get("data").asString());
    try {
      Files.write(file, png);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      call("Browser.close", Map.of());
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } finally {
      socket.abort();
      client.shutdownNow();
    }
    try (var files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).forEach(one -> one.toFile().delete());
    }
  }
}

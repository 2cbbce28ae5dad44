package dev.evokernel.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.ExampleRun;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DashboardTest {

  private static final String TOKEN = "0123456789abcdefghij";

  @TempDir private Path folder;
  private ExampleResults results;

  @BeforeEach
  void prepare() {
    results = ExampleResults.in(folder);
  }

  @AfterEach
  void close() {
    results.close();
  }

  private DashboardSettings settings(Path where, Optional<String> token) {
    return new DashboardSettings(where, local(), token, Optional.empty(), Set.of("proxy.example"));
  }

  private static InetSocketAddress local() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private Dashboard served() {
    return Dashboard.start(settings(folder, Optional.empty()));
  }

  /** Byte by byte as a browser would never send it. */
  private static String ask(Dashboard dashboard, String request, String... headers)
      throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), dashboard.port())) {
      return ask(socket, request, headers);
    }
  }

  private static String ask(Socket socket, String request, String... headers) throws IOException {
    boolean hasHost = String.join("\n", headers).contains("Host:");
    String text =
        request
            + " HTTP/1.1\r\n"
            + (hasHost ? "" : "Host: localhost:9999\r\n")
            + "Connection: close\r\n"
            + String.join("\r\n", headers)
            + (headers.length == 0 ? "\r\n" : "\r\n\r\n");
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String status(String answer) {
    return answer.lines().findFirst().orElse("").replaceFirst("HTTP/1.1 (\\d+).*", "$1");
  }

  @Test
  void list_hasEveryRunWithItsState() throws IOException {
    results.attempting();
    try (Dashboard dashboard = served()) {
      String page = ask(dashboard, "GET /");
      assertThat(page)
          .contains("1 active run", "1 in flight", "run/" + ExampleResults.RUNNING + "/")
          .contains(ExampleRun.ID, "class=\"pill finished\"")
          .contains("default-src 'none'; script-src 'self'", "nosniff", "frame-ancestors 'none'")
          .doesNotContain("http://", "https://");
    }
  }

  @Test
  void run_inItsFirstMinute_saysWhatItDoes(@TempDir Path other) throws IOException {
    try (var beginning = ExampleResults.beginning(other);
        Dashboard dashboard = Dashboard.start(settings(other, Optional.empty()))) {
      String doing = "starts its workers, compiles the default";
      assertThat(ask(dashboard, "GET /")).contains(doing);
      assertThat(ask(dashboard, "GET /run/" + ExampleResults.RUNNING + "/")).contains(doing);
      assertThat(beginning.folder()).isEqualTo(other);
    }
  }

  @Test
  void run_thatWasKilled_saysSoAndHowItGoesOn() throws IOException {
    results.kill();
    try (Dashboard dashboard = served()) {
      assertThat(ask(dashboard, "GET /")).contains("No active run", "pill killed");
      assertThat(ask(dashboard, "GET /run/" + ExampleResults.RUNNING + "/"))
          .contains("This run was killed", "run --resume " + ExampleResults.RUNNING)
          .contains("--results " + folder)
          .doesNotContain("id=\"now\"");
    }
  }

  /** A page says what it has, and gets the rest. */
  @Test
  void news_ofARun_haveWhatThePageLacks() throws IOException {
    results.measured(32, 4.5);
    try (Dashboard dashboard = served()) {
      String run = "GET /run/" + ExampleResults.RUNNING;
      assertThat(ask(dashboard, run + "/news?from=0&reported=0"))
          .contains("\"status\":\"running\"", "\"from\":0", "\"speed\":[10000,20000]")
          .contains("\"report\":true", "2.000×");
      assertThat(ask(dashboard, run + "/news?from=1&reported=2"))
          .contains("\"from\":1", "\"speed\":[20000]", "\"report\":false");
      assertThat(ask(dashboard, run + "/news?from=9&reported=2"))
          .contains("\"from\":0", "\"speed\":[10000,20000]");
      assertThat(ask(dashboard, run + "/news?from=x"))
          .contains("\"status\":\"running\"", "\"evaluations\":null");
      assertThat(ask(dashboard, "GET /run/" + ExampleRun.ID + "/news"))
          .contains("\"status\":\"finished\"");
      assertThat(ask(dashboard, "GET /run/other/news")).contains("The run no longer exists.");
      assertThat(ask(dashboard, "GET /news")).contains("1 active run");
    }
  }

  @Test
  void run_whatCandidatesSay_staysText() throws IOException {
    results.rejected("<img src=x onerror=alert(1)>");
    try (Dashboard dashboard = served()) {
      assertThat(ask(dashboard, "GET /run/" + ExampleResults.RUNNING + "/"))
          .contains("&lt;img src=x onerror=alert(1)&gt;")
          .doesNotContain("<img");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../secret",
        "/run/../../secret/",
        "/run/%2e%2e/",
        "/run/%2e%2e%2f%2e%2e%2fsecret/report",
        "/assets/../secret",
        "/assets/%2e%2e/%2e%2e/secret",
        "/assets/..%2fpage.html",
        "/assets/page.html",
        "/evo.db",
        "/run/link/secret",
        "/run//etc/passwd"
      })
  void address_ofAnythingElse_leadsNowhere(String path) throws IOException {
    Files.writeString(folder.resolve("secret"), "hidden");
    Files.createSymbolicLink(folder.resolve("link"), folder);
    try (Dashboard dashboard = served()) {
      String answer = ask(dashboard, "GET " + path);
      assertThat(status(answer)).isIn("400", "404");
      assertThat(answer).doesNotContain("hidden");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"})
  void request_thatWouldWrite_isRefused(String method) throws IOException {
    try (Dashboard dashboard = served()) {
      assertThat(status(ask(dashboard, method + " /"))).isEqualTo("405");
    }
  }

  @Test
  void host_thatWasMadeToResolveHere_isRefused() throws IOException {
    try (Dashboard dashboard = served()) {
      assertThat(status(ask(dashboard, "GET /", "Host: evil.example"))).isEqualTo("421");
      assertThat(status(ask(dashboard, "GET /", "Host: localhost.evil.example:80")))
          .isEqualTo("421");
      assertThat(status(ask(dashboard, "GET /", "Host: [::1]:8710"))).isEqualTo("200");
      assertThat(status(ask(dashboard, "GET /", "Host: proxy.example"))).isEqualTo("200");
    }
  }

  @Test
  void page_ofAnotherSite_mayLinkButLoadNothing() throws IOException {
    try (Dashboard dashboard = served()) {
      String foreign = "Sec-Fetch-Site: cross-site";
      assertThat(status(ask(dashboard, "GET /news", foreign, "Sec-Fetch-Mode: no-cors")))
          .isEqualTo("403");
      assertThat(status(ask(dashboard, "GET /", foreign, "Sec-Fetch-Mode: navigate")))
          .isEqualTo("200");
    }
  }

  @Test
  void token_isAskedForAndGoesFromTheAddressIntoACookie() throws IOException {
    try (Dashboard dashboard = Dashboard.start(settings(folder, Optional.of(TOKEN)))) {
      assertThat(dashboard.address()).endsWith("/?token=" + TOKEN);
      assertThat(status(ask(dashboard, "GET /"))).isEqualTo("401");
      assertThat(status(ask(dashboard, "GET /?token=" + TOKEN + "x"))).isEqualTo("401");
      assertThat(status(ask(dashboard, "GET /assets/page.js"))).isEqualTo("401");
      String first = ask(dashboard, "GET /?token=" + TOKEN);
      assertThat(status(first)).isEqualTo("303");
      String cookie = "evo-dashboard-" + dashboard.port() + "=" + TOKEN;
      assertThat(first).contains("Location: ./", cookie + "; HttpOnly; SameSite=Lax");
      assertThat(status(ask(dashboard, "GET /", "Cookie: other=1; " + cookie))).isEqualTo("200");
      assertThat(status(ask(dashboard, "GET /", "Cookie: " + cookie + "0"))).isEqualTo("401");
      assertThat(status(ask(dashboard, "GET /", "Authorization: Bearer " + TOKEN)))
          .isEqualTo("200");
    }
  }

  @Test
  void settings_beyondLoopbackWithoutTokenAndTls_areRefused() throws UnknownHostException {
    var anywhere = new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0);
    assertThatThrownBy(
            () ->
                new DashboardSettings(
                    folder, anywhere, Optional.of(TOKEN), Optional.empty(), Set.of()))
        .hasMessageContaining("requires a token and TLS");
    assertThatThrownBy(
            () ->
                new DashboardSettings(
                    folder, local(), Optional.of("short"), Optional.empty(), Set.of()))
        .hasMessageContaining("at least 16");
  }

  @Test
  void start_onAPortThatIsTaken_saysSo() {
    try (Dashboard dashboard = served()) {
      var taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), dashboard.port());
      var settings =
          new DashboardSettings(folder, taken, Optional.empty(), Optional.empty(), Set.of());
      assertThatThrownBy(() -> Dashboard.start(settings))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("--listen");
    }
  }

  @Test
  void store_thatIsMissingDamagedOrOld_isToldOnThePage() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    try (Dashboard dashboard = Dashboard.start(settings(elsewhere, Optional.empty()))) {
      assertThat(ask(dashboard, "GET /")).contains("No results in ");
    }
    Files.writeString(elsewhere.resolve("evo.db"), "no database ".repeat(100));
    try (Dashboard dashboard = Dashboard.start(settings(elsewhere, Optional.empty()))) {
      assertThat(ask(dashboard, "GET /"))
          .contains("is not a SQLite database")
          .doesNotContain("Exception");
    }
    Files.copy(
        Path.of("src/test/resources/dev/evokernel/fixture/evo-0.1/evo.db"),
        elsewhere.resolve("evo.db"),
        StandardCopyOption.REPLACE_EXISTING);
    byte[] before = Files.readAllBytes(elsewhere.resolve("evo.db"));
    try (Dashboard dashboard = Dashboard.start(settings(elsewhere, Optional.empty()))) {
      assertThat(ask(dashboard, "GET /")).contains("was written by an older evo");
    }
    assertThat(Files.readAllBytes(elsewhere.resolve("evo.db"))).isEqualTo(before);
  }

  @Test
  void tls_selfSigned_servesPages()
      throws IOException, InterruptedException, NoSuchAlgorithmException, KeyManagementException {
    Certificates.Identity made = Certificates.selfSigned();
    assertThat(made.fingerprint()).matches("([0-9A-F]{2}:){31}[0-9A-F]{2}");
    var anywhere = new InetSocketAddress(InetAddress.getByName("0.0.0.0"), 0);
    var settings =
        new DashboardSettings(
            folder, anywhere, Optional.of(TOKEN), Optional.of(made.context()), Set.of());
    SSLContext trusting = SSLContext.getInstance("TLS");
    trusting.init(null, new TrustManager[] {new AnyCertificate()}, null);
    try (Dashboard dashboard = Dashboard.start(settings);
        Socket socket =
            trusting
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), dashboard.port())) {
      assertThat(dashboard.address()).startsWith("https://localhost:");
      assertThat(ask(socket, "GET /?token=" + TOKEN)).contains("; Secure");
    }
  }

  /** Trusts every certificate. */
  private static final class AnyCertificate implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}

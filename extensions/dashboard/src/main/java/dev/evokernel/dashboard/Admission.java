package dev.evokernel.dashboard;

import module java.base;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.run.HttpLimits;

/**
 * Admits requests that only read, address the server by a known name, and carry the token if one is
 * set.
 *
 * <p>On loopback the {@code Host} header defends against DNS rebinding, where a foreign name
 * resolves to 127.0.0.1. Elsewhere the token's cookie does: browsers send a cookie only to the name
 * that set it.
 */
record Admission(DashboardSettings settings) {

  sealed interface Ruling {

    record Admitted() implements Ruling {}

    /** The address had the token: set a cookie and redirect. */
    record Introduced(String cookie) implements Ruling {}

    record Refused(int status, String why) implements Ruling {}
  }

  private static final Set<String> READING = Set.of("GET", "HEAD");
  private static final String COOKIE = "evo-dashboard-";
  private static final String PARAMETER = "token=";
  private static final String BEARER = "Bearer ";

  Ruling of(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    if (!READING.contains(exchange.getRequestMethod())) {
      return new Ruling.Refused(405, "The dashboard is read-only. Use GET or HEAD.");
    }
    if (settings.isLoopback()
        && !HttpLimits.isAddressed(headers.getFirst("Host"), settings.hosts())) {
      return new Ruling.Refused(421, "Unknown host name. Allow it with: evo dashboard --host NAME");
    }
    if (isOfAnotherSite(headers)) {
      return new Ruling.Refused(403, "Other sites can link to this page, but not load it.");
    }
    if (settings.token().isEmpty() || isShown(headers)) {
      return new Ruling.Admitted();
    }
    return inAddress(exchange)
        ? new Ruling.Introduced(cookieName(exchange) + "=" + settings.token().get())
        : new Ruling.Refused(
            401, "The address needs the token that evo dashboard printed: /?token=…");
  }

  private static boolean isOfAnotherSite(Headers headers) {
    return "cross-site".equals(headers.getFirst("Sec-Fetch-Site"))
        && !"navigate".equals(headers.getFirst("Sec-Fetch-Mode"));
  }

  private boolean isShown(Headers headers) {
    Stream<String> cookies =
        Optional.ofNullable(headers.get("Cookie")).orElse(List.of()).stream()
            .flatMap(line -> Arrays.stream(line.split(";\\s*", 20)))
            .filter(cookie -> cookie.startsWith(COOKIE))
            .map(cookie -> cookie.substring(cookie.indexOf('=') + 1));
    Stream<String> bearer =
        Optional.ofNullable(headers.getFirst("Authorization")).stream()
            .filter(value -> value.startsWith(BEARER))
            .map(value -> value.substring(BEARER.length()));
    return Stream.concat(cookies, bearer).anyMatch(this::isToken);
  }

  private boolean inAddress(HttpExchange exchange) {
    return Optional.ofNullable(exchange.getRequestURI().getRawQuery()).stream()
        .flatMap(query -> Arrays.stream(query.split("&", 20)))
        .filter(parameter -> parameter.startsWith(PARAMETER))
        .anyMatch(parameter -> isToken(parameter.substring(PARAMETER.length())));
  }

  /** Compares digests in constant time. */
  private boolean isToken(String shown) {
    return MessageDigest.isEqual(digest(shown), digest(settings.token().orElseThrow()));
  }

  private static byte[] digest(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
  }

  /** Includes the port, because browsers send a host's cookies to all its ports. */
  private static String cookieName(HttpExchange exchange) {
    return COOKIE + exchange.getLocalAddress().getPort();
  }
}

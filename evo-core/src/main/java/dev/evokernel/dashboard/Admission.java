package dev.evokernel.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which requests are answered: those that read, that call the server by a name it has, and that
 * show the token where there is one.
 *
 * <p>On loopback the {@code Host} header is what tells a page of this server from one of a foreign
 * name that was made to resolve to 127.0.0.1. Elsewhere the token does: a browser sends its cookie
 * to the name alone for which it was set.
 */
final class Admission {

  /** The answer to a request. */
  sealed interface Ruling {

    record Admitted() implements Ruling {}

    /** The token was in the address: it goes into a cookie, and the address is asked for again. */
    record Introduced(String cookie) implements Ruling {}

    record Refused(int status, String why) implements Ruling {}
  }

  private static final Set<String> READING = Set.of("GET", "HEAD");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String COOKIE = "evo-dashboard-";
  private static final String PARAMETER = "token=";
  private static final String BEARER = "Bearer ";

  private final DashboardSettings settings;

  Admission(DashboardSettings settings) {
    this.settings = settings;
  }

  Ruling of(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    if (!READING.contains(exchange.getRequestMethod())) {
      return new Ruling.Refused(405, "Pages here are only read: GET or HEAD.");
    }
    if (settings.isLoopback() && !isKnown(headers.getFirst("Host"))) {
      return new Ruling.Refused(
          421, "This server does not go by that name. Maybe name it: evo dashboard --host NAME");
    }
    if (isOfAnotherSite(headers)) {
      return new Ruling.Refused(403, "Pages of other sites may link here, and load nothing.");
    }
    if (settings.token().isEmpty() || isShown(headers)) {
      return new Ruling.Admitted();
    }
    return inAddress(exchange)
        ? new Ruling.Introduced(cookieName(exchange) + "=" + settings.token().get())
        : new Ruling.Refused(
            401, "The address needs the token that evo dashboard printed: /?token=…");
  }

  private boolean isKnown(@Nullable String host) {
    if (host == null) {
      return false;
    }
    String name = host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(name) || settings.hosts().contains(name);
  }

  private static boolean isOfAnotherSite(Headers headers) {
    return "cross-site".equals(headers.getFirst("Sec-Fetch-Site"))
        && !"navigate".equals(headers.getFirst("Sec-Fetch-Mode"));
  }

  private boolean isShown(Headers headers) {
    Stream<String> cookies =
        Optional.ofNullable(headers.get("Cookie")).orElse(List.of()).stream()
            .flatMap(line -> Arrays.stream(line.split(";\\s*", 20)))
            .filter(one -> one.startsWith(COOKIE))
            .map(one -> one.substring(one.indexOf('=') + 1));
    Stream<String> bearer =
        Optional.ofNullable(headers.getFirst("Authorization")).stream()
            .filter(one -> one.startsWith(BEARER))
            .map(one -> one.substring(BEARER.length()));
    return Stream.concat(cookies, bearer).anyMatch(this::isToken);
  }

  private boolean inAddress(HttpExchange exchange) {
    return Optional.ofNullable(exchange.getRequestURI().getRawQuery()).stream()
        .flatMap(query -> Arrays.stream(query.split("&", 20)))
        .filter(one -> one.startsWith(PARAMETER))
        .anyMatch(one -> isToken(one.substring(PARAMETER.length())));
  }

  /** Of digests, so that neither the time nor the length tells how much was right. */
  private boolean isToken(String shown) {
    return MessageDigest.isEqual(digest(shown), digest(settings.token().orElseThrow()));
  }

  private static byte[] digest(String text) {
    return Digests.sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  /** With the port, since browsers send the cookies of one host to all of its ports. */
  private static String cookieName(HttpExchange exchange) {
    return COOKIE + exchange.getLocalAddress().getPort();
  }
}

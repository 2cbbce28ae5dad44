package dev.evokernel.dashboard;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * Where and to whom the pages are served.
 *
 * @param results the folder with {@code evo.db}, which may not exist yet
 * @param listen port 0 for any free one
 * @param token that a browser must show; needed beyond loopback
 * @param tls the certificate and its key; needed beyond loopback
 * @param hosts further names by which browsers may call a server on loopback, such as that of a
 *     proxy before it
 */
public record DashboardSettings(
    Path results,
    InetSocketAddress listen,
    Optional<String> token,
    Optional<SSLContext> tls,
    Set<String> hosts) {

  /** A token that could be guessed would be none. */
  private static final int SHORTEST_TOKEN = 16;

  public DashboardSettings {
    hosts = Set.copyOf(hosts);
    if (!listen.getAddress().isLoopbackAddress() && (token.isEmpty() || tls.isEmpty())) {
      throw new IllegalArgumentException(
          listen.getAddress().getHostAddress()
              + " is not on loopback: a token and TLS are needed there.");
    }
    token.ifPresent(
        word -> {
          if (word.length() < SHORTEST_TOKEN || !word.matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException(
                "A token must have %d or more of A-Z a-z 0-9 _ -, had %d characters. Leave it out to have one made."
                    .formatted(SHORTEST_TOKEN, word.length()));
          }
        });
  }

  boolean isLoopback() {
    return listen.getAddress().isLoopbackAddress();
  }
}

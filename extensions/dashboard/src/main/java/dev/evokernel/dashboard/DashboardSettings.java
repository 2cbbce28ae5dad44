package dev.evokernel.dashboard;

import module java.base;

/**
 * Settings of the dashboard.
 *
 * @param results the folder with {@code evo.db}; both can be missing at the start
 * @param listen address and port; port 0 selects a free port
 * @param token required outside loopback, as is {@code tls}
 * @param hosts additional host names of a server on loopback, such as that of a proxy
 */
record DashboardSettings(
    Path results,
    InetSocketAddress listen,
    Optional<String> token,
    Optional<SSLContext> tls,
    Set<String> hosts) {

  private static final int SHORTEST_TOKEN = 16;

  private static final int TOKEN_BYTES = 24;

  public DashboardSettings {
    hosts = Set.copyOf(hosts);
    if (!listen.getAddress().isLoopbackAddress() && (token.isEmpty() || tls.isEmpty())) {
      throw new IllegalArgumentException(
          listen.getAddress().getHostAddress()
              + " is not a loopback address: it requires a token and TLS.");
    }
    token.ifPresent(
        word -> {
          if (word.length() < SHORTEST_TOKEN || !word.matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException(
                "A token must have at least %d characters of A-Z a-z 0-9 _ -, had %d. Without one, evo generates a token."
                    .formatted(SHORTEST_TOKEN, word.length()));
          }
        });
  }

  boolean isLoopback() {
    return listen.getAddress().isLoopbackAddress();
  }

  /** Token of 192 random bits: 32 letters, digits, dashes and underscores. */
  public static String randomToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

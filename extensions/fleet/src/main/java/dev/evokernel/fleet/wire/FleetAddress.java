package dev.evokernel.fleet.wire;

import module java.base;

/**
 * Address at which the broker of a fleet listens.
 *
 * @param host a name or an address, without brackets around an IPv6 address
 * @param port from 0 to 65535; 0 for a free port
 */
public record FleetAddress(String host, int port) {

  /** Default address, reachable only from this machine. */
  public static final FleetAddress DEFAULT = new FleetAddress("127.0.0.1", 9465);

  /** Scheme of the URL for joining. */
  public static final String SCHEME = "evo://";

  private static final Pattern TEXT =
      Pattern.compile("(?:evo://)?(?:\\[([0-9A-Fa-f:.%]+)]|([^:\\[\\]/\\s]+))(?::([0-9]{1,5}))?/?");

  public FleetAddress {
    if (host.isBlank()) {
      throw new IllegalArgumentException("The host of a fleet's address must not be empty.");
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException(
          "The port of a fleet's address must be from 0 to 65535, was " + port + ".");
    }
  }

  /**
   * Parses {@code HOST:PORT}, {@code HOST} or {@code evo://HOST:PORT}; the default port is 9465.
   *
   * @throws IllegalArgumentException if the text is not an address
   */
  public static FleetAddress of(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "A fleet's address must be HOST:PORT, for example 10.0.0.5:9465 or [::1]:9465, was '%s'."
              .formatted(text));
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    String port = matcher.group(3);
    return new FleetAddress(host, port == null ? DEFAULT.port() : Integer.parseInt(port));
  }

  /**
   * Returns whether only processes of the same machine reach the address; false for an unknown
   * name.
   */
  public boolean isLoopback() {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!address.isLoopbackAddress()) {
          return false;
        }
      }
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  public FleetAddress at(int other) {
    return new FleetAddress(host, other);
  }

  /** URL for joining, for example {@code evo://10.0.0.5:9465}. */
  public String url() {
    return SCHEME + this;
  }

  /** Address as text, for example {@code 10.0.0.5:9465} or {@code [::1]:9465}. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}

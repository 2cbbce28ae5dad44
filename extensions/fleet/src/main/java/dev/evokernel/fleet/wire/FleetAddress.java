package dev.evokernel.fleet.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address at which the broker of a fleet listens.
 *
 * @param host a name or an address, without brackets around an IPv6 address
 * @param port from 0 to 65535; 0 for any that is free
 */
public record FleetAddress(String host, int port) {

  /** The address without any setting: only this machine can connect. */
  public static final FleetAddress DEFAULT = new FleetAddress("127.0.0.1", 9465);

  /** How the URL that a worker joins by begins. */
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
   * Reads {@code HOST:PORT}, {@code HOST} or {@code evo://HOST:PORT}; the port is 9465 where none
   * is given.
   *
   * @throws IllegalArgumentException if it is none of these
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

  /** Whether only processes of the same machine reach it. False for a name that is not known. */
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

  /** What a worker joins by, for example {@code evo://10.0.0.5:9465}. */
  public String url() {
    return SCHEME + this;
  }

  /** For example {@code 10.0.0.5:9465} or {@code [::1]:9465}. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}

package dev.evokernel.run;

import module java.base;

import org.jspecify.annotations.Nullable;

/** Limits of the HTTP servers of a machine: known names, slow requests and connections. */
public final class HttpLimits {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private HttpLimits() {}

  /** Limits slow requests and connections; the JDK's server reads the limits once. */
  public static void apply() {
    System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", "15");
    System.getProperties().putIfAbsent("sun.net.httpserver.maxRspTime", "300");
    System.getProperties().putIfAbsent("jdk.httpserver.maxConnections", "128");
    System.getProperties().putIfAbsent("sun.net.httpserver.maxReqHeaders", "64");
  }

  /**
   * Checks whether a request addresses a server on loopback by a known name. A foreign name that
   * resolves to 127.0.0.1 (DNS rebinding) is unknown.
   *
   * @param host header of the request
   * @param others known names besides those of loopback, such as that of a proxy
   */
  public static boolean isAddressed(@Nullable String host, Set<String> others) {
    if (host == null) {
      return false;
    }
    String name = host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(name) || others.contains(name);
  }
}

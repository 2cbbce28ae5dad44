package dev.evokernel.spec;

import module java.base;

/** Machine of the coordinator. */
public final class Host {

  private Host() {}

  /** The host name, or {@code unknown}. */
  public static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}

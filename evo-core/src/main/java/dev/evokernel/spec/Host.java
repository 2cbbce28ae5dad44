package dev.evokernel.spec;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine that the coordinator runs on. */
public final class Host {

  private Host() {}

  /** Its name, or {@code unknown} where it has none. */
  public static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}

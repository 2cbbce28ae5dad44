package dev.evokernel.fleet.wire;

import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;

/** Failed or lost connection to the broker. */
public final class FleetConnectionException extends Exception {

  private static final long serialVersionUID = 1;

  /**
   * @param message from the broker; its codes are left out
   */
  FleetConnectionException(String message, Throwable cause) {
    super(message.replaceFirst("(?s)^.*?\\bAMQ\\d+: ?([^\\]]*).*", "$1"), cause);
  }

  /** Whether the broker refused the user and the password. */
  public boolean isRefusal() {
    return getCause() instanceof ActiveMQSecurityException;
  }
}

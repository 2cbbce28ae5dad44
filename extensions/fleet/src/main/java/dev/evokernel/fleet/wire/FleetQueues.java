package dev.evokernel.fleet.wire;

/** The queues of a fleet, and the properties of every message. */
public final class FleetQueues {

  /** The queue to which all workers send, and from which the coordinator alone receives. */
  public static final String COORDINATOR = "evo.coordinator";

  private static final String WORKERS = "evo.worker.";

  /** The version of the protocol that the sender speaks. */
  static final String PROTOCOL = "protocol";

  /** The sender's version of evo. */
  static final String EVO = "evo";

  private FleetQueues() {}

  /** The coordinator alone sends to it; one worker alone takes from it. */
  public static String worker(String user) {
    return WORKERS + user;
  }
}

package dev.evokernel.fleet;

/** The queues of a fleet, and the properties of every message. */
final class FleetQueues {

  /** All workers send to it; the coordinator alone takes from it. */
  static final String COORDINATOR = "evo.coordinator";

  private static final String WORKERS = "evo.worker.";

  /** The version of the protocol that the sender speaks. */
  static final String PROTOCOL = "protocol";

  /** The sender's version of evo. */
  static final String EVO = "evo";

  private FleetQueues() {}

  /** The coordinator alone sends to it; one worker alone takes from it. */
  static String worker(String user) {
    return WORKERS + user;
  }
}

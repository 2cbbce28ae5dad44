package dev.evokernel.fleet;

/** The queues of a fleet, and the properties of every message. */
final class FleetQueues {

  /** The queue to which all workers send, and from which the coordinator alone receives. */
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

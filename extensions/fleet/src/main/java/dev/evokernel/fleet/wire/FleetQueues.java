package dev.evokernel.fleet.wire;

/** Queues of a fleet, and the properties of every message. */
public final class FleetQueues {

  /** Queue to which all workers send, and from which only the coordinator receives. */
  public static final String COORDINATOR = "evo.coordinator";

  private static final String WORKERS = "evo.worker.";

  /** Property with the sender's protocol version. */
  static final String PROTOCOL = "protocol";

  /** Property with the sender's version of evo. */
  static final String EVO = "evo";

  /** Property with the proof that the sender knows the fleet's secret. */
  static final String PROOF = "proof";

  private FleetQueues() {}

  /** Queue of a worker, to which only the coordinator sends. */
  public static String worker(String user) {
    return WORKERS + user;
  }
}

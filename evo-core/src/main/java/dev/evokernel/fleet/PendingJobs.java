package dev.evokernel.fleet;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The jobs that workers have, by ids that are unique among all coordinators. A result comes to the
 * thread that waits for it once: what is sent again later finds no job. Thread-safe.
 */
final class PendingJobs {

  private final String session = UUID.randomUUID().toString();
  private final Map<String, PendingJob> byId = new HashMap<>();
  private long begun;

  /**
   * @throws HostLostException if the host is lost already
   */
  synchronized PendingJob begin(RemoteHost host) throws HostLostException {
    if (host.isLost()) {
      throw new HostLostException("Host '%s' was lost before.".formatted(host.name()));
    }
    var waiting = new PendingJob(session + "/" + begun++, host);
    byId.put(waiting.id(), waiting);
    return waiting;
  }

  /** The id of a job whose end nothing waits for. */
  String unawaited(String name) {
    return session + "/" + name;
  }

  /** Whether a job of this coordinator has that id, waited for or not. */
  boolean isOurs(String id) {
    return id.startsWith(session);
  }

  /** The job with that id, while it is waited for. */
  synchronized Optional<PendingJob> of(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Nothing waits for its end any more. */
  synchronized void forget(PendingJob job) {
    byId.remove(job.id());
  }

  /** The host is lost, and each job that it has with it; it is given no other. */
  synchronized void lost(RemoteHost host, String why) {
    host.lose();
    byId.values().stream().filter(job -> job.isAt(host)).forEach(job -> job.lost(why));
  }
}

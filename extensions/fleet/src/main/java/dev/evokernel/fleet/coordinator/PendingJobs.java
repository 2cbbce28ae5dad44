package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.worker.protocol.EvaluationRequest;

/**
 * Jobs at workers, with ids that are unique among all coordinators. A result reaches the waiting
 * thread once: a duplicate finds no job. Thread-safe.
 *
 * <p>An evaluation lost with its host may have ended there. Its result is wanted until an equal
 * request is sent to another device.
 */
final class PendingJobs {

  private final String session = UUID.randomUUID().toString();
  private final Map<String, PendingJob> byId = new HashMap<>();
  private final Map<String, EvaluationRequest> lost = new HashMap<>();
  private long begun;

  /**
   * @throws HostLostException if the host is lost already
   */
  synchronized PendingJob begin(RemoteHost host, FleetJob job) throws HostLostException {
    if (host.isLost()) {
      throw new HostLostException("Host '%s' is lost.".formatted(host.name()));
    }
    if (job instanceof FleetJob.EvaluateThere(EvaluationRequest again)) {
      lost.values().removeIf(again::isLike);
    }
    var waiting = new PendingJob(session + "/" + begun++, host, job, new LinkedBlockingQueue<>());
    byId.put(waiting.id(), waiting);
    return waiting;
  }

  /** Id of a job without a waiting thread. */
  String unawaited(String name) {
    return session + "/" + name;
  }

  /**
   * Returns whether a result without a waiting thread is worth keeping: a result for an earlier
   * coordinator, or of an evaluation that was lost with its host and not repeated.
   */
  synchronized boolean isWanted(String id) {
    return !id.startsWith(session) || lost.remove(id) != null;
  }

  /** Job with an id; empty once no thread waits. */
  synchronized Optional<PendingJob> of(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Forgets a job whose thread no longer waits. */
  synchronized void forget(PendingJob job) {
    byId.remove(job.id());
  }

  /** Loses a host and its jobs; the host gets no further job. */
  synchronized void lost(RemoteHost host, String why) {
    host.lose();
    for (PendingJob job : byId.values()) {
      if (job.isAt(host)) {
        job.lost(why);
        if (job.job() instanceof FleetJob.EvaluateThere(EvaluationRequest evaluation)) {
          lost.put(job.id(), evaluation);
        }
      }
    }
  }
}

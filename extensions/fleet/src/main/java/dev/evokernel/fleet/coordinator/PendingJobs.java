package dev.evokernel.fleet.coordinator;

import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The jobs that workers have, by ids that are unique among all coordinators. A result comes to the
 * thread that waits for it once: what is sent again later finds no job. Thread-safe.
 *
 * <p>An evaluation that was lost with its host may have ended there: its result is wanted until the
 * same is asked of another device.
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
      throw new HostLostException("Host '%s' was lost before.".formatted(host.name()));
    }
    if (job instanceof FleetJob.EvaluateThere(EvaluationRequest again)) {
      lost.values().removeIf(again::isLike);
    }
    var waiting = new PendingJob(session + "/" + begun++, host, job);
    byId.put(waiting.id(), waiting);
    return waiting;
  }

  /** The id of a job whose end nothing waits for. */
  String unawaited(String name) {
    return session + "/" + name;
  }

  /**
   * Whether the result of a job that nothing waits for is worth keeping: an earlier coordinator's,
   * or one that was lost with its host and not repeated since.
   */
  synchronized boolean isWanted(String id) {
    return !id.startsWith(session) || lost.remove(id) != null;
  }

  /** The job with that id, while it is waited for. */
  synchronized Optional<PendingJob> of(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Forgets a job for whose end no thread waits any more. */
  synchronized void forget(PendingJob job) {
    byId.remove(job.id());
  }

  /** Loses a host with every job that it has; the host gets no other job. */
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

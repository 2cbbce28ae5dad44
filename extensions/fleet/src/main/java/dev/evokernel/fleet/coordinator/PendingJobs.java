package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.worker.protocol.EvaluationRequest;

/**
 * Jobs at workers, with random ids that only the holder of a job knows. A result reaches the
 * waiting thread once: a duplicate finds no job. Thread-safe.
 *
 * <p>An evaluation lost with its host may have ended there. Its result is wanted until an equal
 * request is sent to another device.
 */
final class PendingJobs {

  private record LostEvaluation(String user, EvaluationRequest request) {}

  private final String session = UUID.randomUUID().toString();
  private final Map<String, PendingJob> byId = new HashMap<>();

  /** Jobs that nobody waits for, and that their workers have not given up yet. */
  private final Map<String, PendingJob> cancelled = new HashMap<>();

  private final Map<String, LostEvaluation> lost = new HashMap<>();

  /** Time for which this process was suspended, which no job is charged with. */
  private long suspended;

  /**
   * @param limit time after which the host is lost
   * @throws HostLostException if the host is lost already
   */
  synchronized PendingJob begin(RemoteDevice device, FleetJob job, Duration limit)
      throws HostLostException {
    RemoteHost host = device.host();
    if (host.isLost()) {
      throw new HostLostException("Host '%s' is lost.".formatted(host.name()));
    }
    if (job instanceof FleetJob.EvaluateThere(EvaluationRequest again)) {
      lost.values().removeIf(evaluation -> evaluation.request().isLike(again));
    }
    Duration whole = isCompilation(job) ? limit.plus(wait(device, limit)) : limit;
    var waiting =
        new PendingJob(
            unawaited(),
            device,
            job,
            whole,
            clock(System.nanoTime()) + whole.toNanos(),
            new LinkedBlockingQueue<>());
    byId.put(waiting.id(), waiting);
    return waiting;
  }

  /**
   * Longest time that a compilation waits on its host: for the compilations before it, and until
   * the host's devices have ended their jobs.
   */
  private Duration wait(RemoteDevice device, Duration limit) {
    long now = clock(System.nanoTime());
    long others = 0;
    long working = 0;
    for (PendingJob other : byId.values()) {
      if (other.isAt(device.host()) && isCompilation(other.job())) {
        others++;
      } else if (other.isAt(device.host())) {
        working = Math.max(working, other.due() - now);
      }
    }
    return limit.multipliedBy(others / device.offer().compilers()).plusNanos(working);
  }

  private static boolean isCompilation(FleetJob job) {
    return job instanceof FleetJob.CompileThere;
  }

  private long clock(long now) {
    return now - suspended;
  }

  /** Id of a job without a waiting thread. */
  String unawaited() {
    return session + "/" + UUID.randomUUID();
  }

  /**
   * Returns whether a worker's result without a waiting thread is worth keeping: a result for an
   * earlier coordinator, or of an evaluation that was lost with this worker and not repeated.
   */
  synchronized boolean isWanted(String id, String user) {
    if (!id.startsWith(session)) {
      return true;
    }
    LostEvaluation evaluation = lost.get(id);
    return evaluation != null && evaluation.user().equals(user) && lost.remove(id) != null;
  }

  /** Job with an id for which a thread waits; empty once its host is lost. */
  synchronized Optional<PendingJob> of(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  synchronized void cancel(PendingJob job) {
    if (byId.remove(job.id()) != null) {
      cancelled.put(job.id(), job);
    }
  }

  /** Forgets a job that its worker has answered. */
  synchronized void answered(String id) {
    byId.remove(id);
    cancelled.remove(id);
  }

  synchronized void suspended(long nanos) {
    suspended += nanos;
  }

  /** Jobs whose time is over, waited for or not. */
  synchronized List<PendingJob> overdue(long now) {
    return Stream.concat(byId.values().stream(), cancelled.values().stream())
        .filter(job -> clock(now) - job.due() > 0)
        .toList();
  }

  /** Loses a host and its jobs; the host gets no further job. */
  synchronized void lost(RemoteHost host, String why) {
    host.lose();
    for (PendingJob job : byId.values()) {
      if (job.isAt(host)) {
        job.lost(why);
        if (job.job() instanceof FleetJob.EvaluateThere(EvaluationRequest evaluation)) {
          lost.put(job.id(), new LostEvaluation(host.user(), evaluation));
        }
      }
    }
    byId.values().removeIf(job -> job.isAt(host));
    cancelled.values().removeIf(job -> job.isAt(host));
  }
}

package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.report.SearchTrace;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.StoredRun;

/** Evaluations of a run whose page is open, read incrementally. */
final class FollowedRun {

  private final String id;
  private final SearchTrace trace;
  private final BitSet known = new BitSet();
  private int next = 1;
  private boolean isRead;

  FollowedRun(StoredRun run) {
    this.id = run.id();
    this.trace = new SearchTrace(run, false);
  }

  String id() {
    return id;
  }

  synchronized void update(ResultStore store) {
    List<Candidate> latest = store.live(id).from(next);
    next =
        latest.stream()
            .filter(one -> one.evaluation().isEmpty())
            .mapToInt(Candidate::number)
            .findFirst()
            .orElse(latest.isEmpty() ? next : latest.getLast().number() + 1);
    isRead = true;
    for (Candidate point : SearchTrace.ended(latest)) {
      if (!known.get(point.number())) {
        known.set(point.number());
        trace.add(point);
      }
    }
  }

  /** Whether the earlier evaluations have been read. */
  synchronized boolean isRead() {
    return isRead;
  }

  /**
   * @param has number of evaluations that the page has
   */
  synchronized SearchTrace.Excerpt since(int has) {
    return trace.since(has);
  }
}

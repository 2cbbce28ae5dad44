package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.report.ReportPage;
import dev.evokernel.report.ReportPage.Fragment;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.tuning.RunReportFile;
import org.jspecify.annotations.Nullable;

/**
 * Computes sections of reports, one at a time, and caches the latest.
 *
 * <p>The report of an active run is recomputed after new evaluations, but only after a rest of 20
 * times the duration of the computation.
 */
final class ReportCache {

  private static final int KEPT = 8;
  private static final int REST = 20;
  private static final long LEAST_REST = Duration.ofSeconds(15).toNanos();

  /** Computed report, with its time and the least time until the next computation. */
  record Report(RunStatus status, long evaluations, Fragment fragment, long atNanos, long rest) {}

  private final Path results;
  private final Map<String, Report> reports =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Report> eldest) {
              return size() > KEPT;
            }
          });

  ReportCache(Path results) {
    this.results = results;
  }

  /**
   * Tells whether a report newer than one with this many evaluations is there, or can be computed.
   */
  boolean hasNewer(RunState state, long evaluations) {
    @Nullable Report known = reports.get(key(state, true));
    return state.evaluations() > evaluations && (known == null || isStale(known, state));
  }

  private static boolean isStale(Report known, RunState state) {
    return known.status() != state.status()
        || (known.evaluations() != state.evaluations()
            && System.nanoTime() - known.atNanos() > known.rest());
  }

  private static String key(RunState state, boolean isLive) {
    return state.run().id() + (isLive ? " live" : "");
  }

  /**
   * Returns the report of a run; waits for its computation, and for that of another.
   *
   * @param isLive as for {@link ReportPage#sections}
   */
  synchronized Report report(RunState state, boolean isLive) {
    @Nullable Report known = reports.get(key(state, isLive));
    if (known != null && !isStale(known, state)) {
      return known;
    }
    long began = System.nanoTime();
    RunHistory history;
    try (ResultStore store = ResultStore.openAsItIs(results.resolve(ResultStore.FILE_NAME))) {
      history = store.history(state.run().id());
    }
    RunStatus status = history.run().status();
    Fragment fragment = ReportPage.sections(RunReportFile.studied(history, results), isLive);
    long ended = history.outlines().stream().filter(one -> one.evaluation().isPresent()).count();
    long now = System.nanoTime();
    var report =
        new Report(status, ended, fragment, now, Math.max(LEAST_REST, REST * (now - began)));
    reports.put(key(state, isLive), report);
    return report;
  }
}

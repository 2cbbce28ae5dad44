package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.report.SearchTrace;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.StoredRun;

/** Evaluations of a run whose page is open, read incrementally. */
final class FollowedRun {

  private static final double SCALE = 10_000;

  /**
   * Evaluations that a page lacks, in the form of the chart's data.
   *
   * @param from number of evaluations before these
   * @param best positions and values of new bests
   * @param byShape whether the search turned out to be for a portfolio, with best values per shape
   */
  @SuppressWarnings("ArrayRecordComponent") // Written as JSON, never compared.
  record Excerpt(
      int from, List<Long> millis, List<Integer> speed, List<int[]> best, boolean byShape) {}

  private final String id;
  private final List<Candidate> points = new ArrayList<>();
  private final List<SearchTrace.Step> steps = new ArrayList<>();
  private final BitSet known = new BitSet();
  private int next = 1;
  private boolean byShape;
  private boolean isRead;
  private SearchTrace trace;
  private StoredRun run;

  FollowedRun(StoredRun run) {
    this.id = run.id();
    this.run = run;
    this.trace = new SearchTrace(run, false);
  }

  String id() {
    return id;
  }

  synchronized void update(ResultStore store) {
    run = store.run(id);
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
        points.add(point);
        if (!byShape && trace.isPartial(point)) {
          anewByShape();
        } else {
          steps.add(trace.next(point));
        }
      }
    }
  }

  /** Recomputes all steps, once the search turns out to be for a portfolio. */
  private void anewByShape() {
    byShape = true;
    trace = new SearchTrace(run, true);
    steps.clear();
    points.forEach(point -> steps.add(trace.next(point)));
  }

  synchronized List<Candidate> points() {
    return List.copyOf(points);
  }

  /** Whether the earlier evaluations have been read. */
  synchronized boolean isRead() {
    return isRead;
  }

  /**
   * Returns the evaluations that a page lacks.
   *
   * @param from number of evaluations that the page has; above the actual number, all are returned
   */
  synchronized Excerpt since(int from) {
    int first = from > points.size() ? 0 : from;
    var millis = new ArrayList<Long>();
    var speed = new ArrayList<Integer>();
    var best = new ArrayList<int[]>();
    for (int i = first; i < points.size(); i++) {
      Instant finished = points.get(i).evaluation().orElseThrow().finished();
      millis.add(Duration.between(run.run().started(), finished).toMillis());
      speed.add(scaled(steps.get(i).speed()));
      if (steps.get(i).improved()) {
        best.add(new int[] {i, scaled(steps.get(i).best())});
      }
    }
    return new Excerpt(first, millis, speed, best, byShape);
  }

  private static int scaled(double speed) {
    return (int) Math.round(SCALE * speed);
  }
}

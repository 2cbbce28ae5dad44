package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.dashboard.StorePoller.FollowedRun;
import dev.evokernel.dashboard.StorePoller.Snapshot;
import dev.evokernel.store.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * Latest snapshot of a results folder, with the thread that polls.
 *
 * <p>The thread polls only while a page is open or requested. After each poll it rests for 20 times
 * the duration of the poll, but at least 1 s and at most 5 s. As long as a poll takes less than
 * 0.25 s, the thread thus uses at most 5 % of one core.
 */
final class DashboardState implements AutoCloseable {

  private static final long LEAST_REST = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_REST = Duration.ofSeconds(5).toNanos();
  private static final int REST = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final StorePoller poller;
  private final Runnable afterwards;
  private final Map<String, FollowedRun> followed = new HashMap<>();
  private final Map<String, Integer> followers = new HashMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;
  private @Nullable Snapshot latest;
  private long latestNanos;
  private long rest = LEAST_REST;
  private int viewers;
  private boolean asked;
  private boolean closed;

  /**
   * @param afterwards called by the thread after each poll; must not block
   */
  DashboardState(StorePoller poller, Runnable afterwards) {
    this.poller = poller;
    this.afterwards = afterwards;
    this.thread = Thread.ofPlatform().daemon().name("dashboard-poll").unstarted(this::work);
  }

  static DashboardState on(Path results, Runnable afterwards) {
    var dashboard =
        new DashboardState(new StorePoller(results, InstantSource.system()), afterwards);
    dashboard.thread.start();
    return dashboard;
  }

  /** Latest snapshot, at most one rest old; empty if none was available in time. */
  synchronized Optional<Snapshot> current() throws InterruptedException {
    if (latest != null && System.nanoTime() - latestNanos < rest) {
      return Optional.of(latest);
    }
    asked = true;
    notifyAll();
    return next(latest == null ? 0 : latest.number(), PATIENCE);
  }

  /** Waits for a snapshot after the one with this number; empty if none came within the time. */
  synchronized Optional<Snapshot> next(long number, Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    long left = time.toNanos();
    while (!closed && left > 0 && (latest == null || latest.number() <= number)) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
    return Optional.ofNullable(latest).filter(snapshot -> !closed && snapshot.number() > number);
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Open page: the thread polls until it is closed. */
  interface Viewing extends AutoCloseable {
    @Override
    void close();
  }

  Viewing viewed() {
    addViewers(1);
    return () -> addViewers(-1);
  }

  private synchronized void addViewers(int change) {
    viewers += change;
    notifyAll();
  }

  /** Reads a run at each poll until {@link #unfollow}. */
  synchronized FollowedRun follow(StoredRun run) {
    if (followers.merge(run.id(), 1, Integer::sum) == 1) {
      rest = Math.min(rest, LEAST_REST); // The new page is waiting.
      notifyAll();
    }
    return followed.computeIfAbsent(run.id(), _ -> new FollowedRun(run));
  }

  /** Ends one {@link #follow} of a run. */
  synchronized void unfollow(String run) {
    if (followers.merge(run, -1, Integer::sum) <= 0) {
      followers.remove(run);
      followed.remove(run);
    }
  }

  private synchronized List<FollowedRun> followed() {
    return List.copyOf(followed.values());
  }

  private void work() {
    try (poller) {
      while (waited()) {
        long began = System.nanoTime();
        Snapshot snapshot = poller.poll(followed());
        long took = System.nanoTime() - began;
        publish(snapshot, Math.clamp(REST * took, LEAST_REST, LONGEST_REST));
        afterwards.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  private synchronized void publish(Snapshot snapshot, long pause) {
    latest = snapshot;
    latestNanos = System.nanoTime();
    rest = pause;
    notifyAll();
  }

  /** Waits until the next poll is due; false if the dashboard was closed. */
  private synchronized boolean waited() throws InterruptedException {
    if (latest != null) {
      long left = rest - (System.nanoTime() - latestNanos);
      while (!closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = rest - (System.nanoTime() - latestNanos);
      }
    }
    while (!closed && viewers == 0 && !asked) {
      wait();
    }
    asked = false;
    return !closed;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      var _ = ended.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.store.run.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * Latest look at a results folder, with the thread that looks.
 *
 * <p>The thread looks only while a page is open or requested. After each look it rests for 20 times
 * the duration of the look, but at least 1 s and at most 5 s. As long as a look takes less than
 * 0.25 s, the thread thus uses at most 5 % of one core.
 */
final class Board implements AutoCloseable {

  private static final long LEAST_REST = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_REST = Duration.ofSeconds(5).toNanos();
  private static final int REST = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Looker looker;
  private final Runnable afterwards;
  private final Map<String, FollowedRun> followed = new HashMap<>();
  private final Map<String, Integer> followers = new HashMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;
  private @Nullable Look latest;
  private long latestNanos;
  private long rest = LEAST_REST;
  private int viewers;
  private boolean asked;
  private boolean closed;

  /**
   * @param afterwards called by the thread after each look; must not block
   */
  Board(Looker looker, Runnable afterwards) {
    this.looker = looker;
    this.afterwards = afterwards;
    this.thread = Thread.ofPlatform().daemon().name("dashboard-look").unstarted(this::work);
  }

  static Board on(Path results, Runnable afterwards) {
    var board = new Board(new Looker(results, InstantSource.system()), afterwards);
    board.thread.start();
    return board;
  }

  /** Latest look, at most one rest old; empty if none was available in time. */
  synchronized Optional<Look> current() throws InterruptedException {
    if (latest != null && System.nanoTime() - latestNanos < rest) {
      return Optional.of(latest);
    }
    asked = true;
    notifyAll();
    return next(latest == null ? 0 : latest.number(), PATIENCE);
  }

  /** Waits for a look after the one with this number; empty if none came within the time. */
  synchronized Optional<Look> next(long number, Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    long left = time.toNanos();
    while (!closed && left > 0 && (latest == null || latest.number() <= number)) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
    return Optional.ofNullable(latest).filter(look -> !closed && look.number() > number);
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Open page: the board looks until it is closed. */
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

  /** Reads a run at each look until {@link #unfollow}. */
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
    try (looker) {
      while (waited()) {
        long began = System.nanoTime();
        Look look = looker.look(followed());
        long took = System.nanoTime() - began;
        publish(look, Math.clamp(REST * took, LEAST_REST, LONGEST_REST));
        afterwards.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  private synchronized void publish(Look look, long pause) {
    latest = look;
    latestNanos = System.nanoTime();
    rest = pause;
    notifyAll();
  }

  /** Waits until the next look is due; false if the board was closed. */
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

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
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
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
  Optional<Look> current() throws InterruptedException {
    lock.lock();
    try {
      if (latest != null && System.nanoTime() - latestNanos < rest) {
        return Optional.of(latest);
      }
      long number = latest == null ? 0 : latest.number();
      asked = true;
      changed.signalAll();
      return awaited(number, PATIENCE);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a look after the one with this number; empty if none came within the time. */
  Optional<Look> next(long number, Duration time) throws InterruptedException {
    lock.lock();
    try {
      return awaited(number, time);
    } finally {
      lock.unlock();
    }
  }

  private Optional<Look> awaited(long number, Duration time) throws InterruptedException {
    long left = time.toNanos();
    while (!closed && left > 0 && (latest == null || latest.number() <= number)) {
      left = changed.awaitNanos(left);
    }
    return Optional.ofNullable(latest).filter(look -> !closed && look.number() > number);
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    return locked(() -> closed);
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

  private void addViewers(int change) {
    lock.lock();
    try {
      viewers += change;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Reads a run at each look until {@link #unfollow}. */
  FollowedRun follow(StoredRun run) {
    lock.lock();
    try {
      if (followers.merge(run.id(), 1, Integer::sum) == 1) {
        rest = Math.min(rest, LEAST_REST); // The new page is waiting.
        changed.signalAll();
      }
      return followed.computeIfAbsent(run.id(), _ -> new FollowedRun(run));
    } finally {
      lock.unlock();
    }
  }

  /** Ends one {@link #follow} of a run. */
  void unfollow(String run) {
    lock.lock();
    try {
      if (followers.merge(run, -1, Integer::sum) <= 0) {
        followers.remove(run);
        followed.remove(run);
      }
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    try (looker) {
      while (waited()) {
        long began = System.nanoTime();
        Look look = looker.look(locked(() -> List.copyOf(followed.values())));
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

  private void publish(Look look, long pause) {
    lock.lock();
    try {
      latest = look;
      latestNanos = System.nanoTime();
      rest = pause;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the next look is due; false if the board was closed. */
  private boolean waited() throws InterruptedException {
    lock.lock();
    try {
      if (latest != null) {
        long left = rest - (System.nanoTime() - latestNanos);
        while (!closed && left > 0) {
          var _ = changed.awaitNanos(left);
          left = rest - (System.nanoTime() - latestNanos);
        }
      }
      while (!closed && viewers == 0 && !asked) {
        changed.await();
      }
      asked = false;
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      var _ = ended.await(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.evokernel.dashboard;

import dev.evokernel.store.StoredRun;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The latest look at a results folder, and the thread that looks.
 *
 * <p>It looks while a page is open or is asked for, and otherwise waits. After each look it rests
 * for a second, or for twenty times as long as the look took, but for five seconds at most: so it
 * takes a twentieth of one core while a look takes less than a quarter of a second.
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
   * @param afterwards run by the thread after each look; must not wait
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

  /** The latest look, no older than the rest between two; empty if none came in time. */
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

  /** The next look after one; empty if none came within the time. */
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

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** While it is open, the board looks. */
  interface Viewing extends AutoCloseable {
    @Override
    void close();
  }

  /** A page is open. */
  Viewing viewed() {
    lock.lock();
    try {
      viewers++;
      changed.signalAll();
      return () -> {
        lock.lock();
        try {
          viewers--;
        } finally {
          lock.unlock();
        }
      };
    } finally {
      lock.unlock();
    }
  }

  /** What is read of a run at each look from now on, for a page that asks at once or is open. */
  FollowedRun follow(StoredRun run) {
    lock.lock();
    try {
      if (followers.merge(run.id(), 1, Integer::sum) == 1) {
        rest = Math.min(rest, LEAST_REST); // The page that was opened waits for it.
        changed.signalAll();
      }
      return followed.computeIfAbsent(run.id(), _ -> new FollowedRun(run));
    } finally {
      lock.unlock();
    }
  }

  /** A page no longer needs a run. */
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
        Look look = looker.look(followedNow());
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

  private List<FollowedRun> followedNow() {
    lock.lock();
    try {
      return List.copyOf(followed.values());
    } finally {
      lock.unlock();
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

  /** Until the next look is due; false when there is none any more. */
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

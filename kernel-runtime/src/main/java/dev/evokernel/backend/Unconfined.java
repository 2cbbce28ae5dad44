package dev.evokernel.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Does for a thread that has given up rights what needs them: writing files, starting programs.
 *
 * <p>Linux confines a single thread and what it starts from then on. A thread that was started
 * before keeps its rights and works for the confined one, which waits. In a process without such a
 * thread the caller does the work itself.
 */
public final class Unconfined {

  /** What needs rights. */
  @FunctionalInterface
  public interface Work<T> {
    T perform() throws IOException;
  }

  /** The same without a result. */
  @FunctionalInterface
  public interface Action {
    void perform() throws IOException;
  }

  private static final BlockingQueue<FutureTask<?>> TASKS = new LinkedBlockingQueue<>();
  private static volatile @Nullable Thread keeper;

  private Unconfined() {}

  /**
   * Starts the thread that keeps its rights; called by the thread that is about to give them up.
   */
  public static synchronized void keep() {
    if (keeper == null) {
      keeper = Thread.ofPlatform().daemon().name("unconfined").start(Unconfined::serve);
    }
  }

  public static void run(Action action) throws IOException {
    call(
        () -> {
          action.perform();
          return true;
        });
  }

  public static <T> T call(Work<T> work) throws IOException {
    if (keeper == null || Thread.currentThread().equals(keeper)) {
      return work.perform();
    }
    var task = new FutureTask<>(work::perform);
    TASKS.add(task);
    try {
      return task.get();
    } catch (InterruptedException e) {
      throw new IllegalStateException("A confined thread must not be interrupted.", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  /** The same for work that throws no {@link IOException}. */
  public static <T> T supply(Work<T> work) {
    try {
      return call(work);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void serve() {
    try {
      while (true) {
        TASKS.take().run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

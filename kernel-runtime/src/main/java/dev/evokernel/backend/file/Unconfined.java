package dev.evokernel.backend.file;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Keeper of the rights to write files and to start programs, which a confined thread has given up.
 *
 * <p>Linux confines a single thread and everything that the thread starts from then on. A thread
 * that was started before keeps its rights and works for the confined thread, which waits. In a
 * process without a keeper the caller works itself.
 */
public final class Unconfined {

  @FunctionalInterface
  public interface Work<T> {
    T perform() throws IOException;
  }

  @FunctionalInterface
  public interface Action {
    void perform() throws IOException;
  }

  private static final BlockingQueue<FutureTask<?>> TASKS = new LinkedBlockingQueue<>();
  private static volatile @Nullable Thread keeper;

  private Unconfined() {}

  /**
   * Starts the thread that keeps its rights. The thread that is about to give up its rights calls
   * this.
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

  /** Calls {@link #call} and wraps an {@link IOException} in an {@link UncheckedIOException}. */
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

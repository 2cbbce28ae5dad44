package dev.evokernel.comparison;

import module java.base;

/** Runs tasks that wait for processes, each on its own virtual thread. */
public final class Concurrently {

  private Concurrently() {}

  /**
   * Runs all tasks at once. All tasks have ended when this returns or throws.
   *
   * @throws InterruptedException after the running tasks were interrupted and have ended
   */
  public static <T> List<T> all(Collection<? extends Callable<T>> tasks)
      throws InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var results = new ArrayList<T>();
      for (Future<T> future : threads.invokeAll(tasks)) {
        results.add(result(future));
      }
      return results;
    }
  }

  /** Result of a future; rethrows its unchecked exception. */
  public static <T> T result(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}

package dev.evokernel.comparison;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs several tasks that wait for processes, each on a virtual thread of its own. */
public final class Concurrently {

  private Concurrently() {}

  /**
   * Runs all tasks at once. When this returns or throws, all of them have ended.
   *
   * @return what they returned, in their order
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

  /** What a future holds, or the unchecked exception that it ended in. */
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

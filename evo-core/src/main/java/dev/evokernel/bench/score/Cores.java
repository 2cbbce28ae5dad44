package dev.evokernel.bench.score;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Works on several tasks at once, and returns their results in the order of the tasks. */
public final class Cores {

  private final int threads;

  /**
   * @throws IllegalArgumentException if there is no thread to work
   */
  public Cores(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("Nothing happens on " + threads + " threads. Choose 1.");
    }
    this.threads = threads;
  }

  /**
   * @throws RuntimeException what the first task that failed threw; the others are broken off
   */
  public <T> List<T> all(List<? extends Callable<T>> tasks) throws InterruptedException {
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      try {
        var futures = new ArrayList<Future<T>>();
        tasks.forEach(task -> futures.add(pool.submit(task)));
        var results = new ArrayList<T>();
        for (Future<T> future : futures) {
          results.add(future.get());
        }
        return results;
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      } finally {
        pool.shutdownNow();
      }
    }
  }
}

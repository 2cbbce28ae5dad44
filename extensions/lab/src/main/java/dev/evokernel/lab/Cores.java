package dev.evokernel.lab;

import module java.base;

import dev.evokernel.comparison.Concurrently;

/** Runs tasks on several threads and returns their results in the order of the tasks. */
record Cores(int threads) {

  public Cores {
    if (threads < 1) {
      throw new IllegalArgumentException("--threads must be ≥ 1, was %d.".formatted(threads));
    }
  }

  /**
   * Runs all tasks.
   *
   * @throws RuntimeException the exception of the first failed task; the remaining tasks are
   *     cancelled
   */
  public <T> List<T> all(List<? extends Callable<T>> tasks) throws InterruptedException {
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      try {
        var futures = new ArrayList<Future<T>>();
        tasks.forEach(task -> futures.add(pool.submit(task)));
        var results = new ArrayList<T>();
        for (Future<T> future : futures) {
          results.add(Concurrently.result(future));
        }
        return results;
      } finally {
        pool.shutdownNow();
      }
    }
  }
}

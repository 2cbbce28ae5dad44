package dev.evokernel.workers;

import module java.base;

/**
 * A pool of idle workers that serves requests in the order of arrival.
 *
 * <p>The most recently used worker is chosen first. A worker whose last request failed is chosen
 * last: its process was killed, and starts again only if no other worker is idle.
 *
 * @param <W> a worker, which serves one request at a time
 */
final class IdleWorkers<W> {

  /** A request to a worker. */
  @FunctionalInterface
  interface Request<W, A> {
    A of(W worker) throws InterruptedException;
  }

  private final Semaphore idle;
  private final Deque<W> workers;

  /**
   * @param workers at least one
   */
  IdleWorkers(Collection<W> workers) {
    this.idle = new Semaphore(workers.size(), true);
    this.workers = new ConcurrentLinkedDeque<>(workers);
  }

  /** Waits for the next idle worker and its answer. */
  <A> A ask(Request<W, A> request) throws InterruptedException {
    idle.acquire();
    W worker = workers.removeFirst();
    boolean answered = false;
    try {
      A answer = request.of(worker);
      answered = true;
      return answer;
    } finally {
      if (answered) {
        workers.addFirst(worker);
      } else {
        workers.addLast(worker);
      }
      idle.release();
    }
  }
}

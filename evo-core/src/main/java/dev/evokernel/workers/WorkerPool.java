package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;

/** A pool of compile workers. Each request waits for the next idle worker. */
public final class WorkerPool implements CompileStep, AutoCloseable {

  /**
   * A pool of idle workers that serves requests in the order of arrival.
   *
   * <p>The most recently used worker is chosen first. A worker whose last request failed is chosen
   * last: its process was killed, and starts again only if no other worker is idle.
   */
  static final class IdleWorkers<W> {

    @FunctionalInterface
    interface Request<W, A> {
      A of(W worker) throws InterruptedException;
    }

    private final Semaphore idle;
    private final Deque<W> workers;

    IdleWorkers(Collection<W> workers) {
      this.idle = new Semaphore(workers.size(), true);
      this.workers = new ConcurrentLinkedDeque<>(workers);
    }

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

  private final List<CompileWorker> workers;
  private final IdleWorkers<CompileWorker> idle;

  private WorkerPool(List<CompileWorker> workers) {
    this.workers = List.copyOf(workers);
    this.idle = new IdleWorkers<>(workers);
  }

  /** Starts {@code count} processes at once. */
  public static WorkerPool start(LaunchSpec launch, CompileJob job, int count)
      throws InterruptedException {
    var started = new ConcurrentLinkedQueue<CompileWorker>();
    try {
      Concurrently.all(
          IntStream.rangeClosed(1, count)
              .<Callable<Boolean>>mapToObj(
                  i -> () -> started.add(CompileWorker.start(launch, job, "compile-" + i)))
              .toList());
      return new WorkerPool(List.copyOf(started));
    } catch (InterruptedException | RuntimeException e) {
      started.forEach(CompileWorker::close);
      throw e;
    }
  }

  public int count() {
    return workers.size();
  }

  public String version() {
    return workers.getFirst().compilerVersion();
  }

  PreparedReference reference() throws InterruptedException {
    return idle.ask(CompileWorker::reference);
  }

  @Override
  public Compilation compile(Configuration configuration) throws InterruptedException {
    return idle.ask(worker -> worker.compile(configuration));
  }

  public Compilation compileMiniature(Configuration configuration) throws InterruptedException {
    return idle.ask(worker -> worker.compileMiniature(configuration));
  }

  @Override
  public void close() {
    try {
      Concurrently.all(workers.stream().map(worker -> Executors.callable(worker::close)).toList());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

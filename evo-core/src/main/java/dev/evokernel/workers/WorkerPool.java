package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;

/** A pool of compile workers. Each request waits for the next idle worker. */
public final class WorkerPool implements CompileStep, AutoCloseable {

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
    return workers.getFirst().reference();
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

package dev.evokernel.schedule;

import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.worker.CompileJob;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A few compile workers behind one door: whoever asks gets the next that is free. */
final class Compilers implements BuildStep, AutoCloseable {

  private final List<CompileWorker> workers;
  private final BlockingQueue<CompileWorker> free;

  private Compilers(List<CompileWorker> workers) {
    this.workers = List.copyOf(workers);
    this.free = new ArrayBlockingQueue<>(workers.size(), true, workers);
  }

  /** Starts {@code count} processes. */
  static Compilers start(LaunchSpec launch, CompileJob job, int count) throws InterruptedException {
    var started = new ArrayList<CompileWorker>();
    try {
      for (int i = 1; i <= count; i++) {
        started.add(CompileWorker.start(launch, job, "compile-" + i));
      }
      return new Compilers(started);
    } catch (InterruptedException | RuntimeException e) {
      started.forEach(CompileWorker::close);
      throw e;
    }
  }

  int count() {
    return workers.size();
  }

  String version() {
    return workers.getFirst().compilerVersion();
  }

  PreparedReference reference() throws InterruptedException {
    return workers.getFirst().reference();
  }

  @Override
  public Compilation compile(Configuration configuration) throws InterruptedException {
    CompileWorker worker = free.take();
    try {
      return worker.compile(configuration);
    } finally {
      free.add(worker);
    }
  }

  @Override
  public void close() {
    workers.forEach(CompileWorker::close);
  }
}

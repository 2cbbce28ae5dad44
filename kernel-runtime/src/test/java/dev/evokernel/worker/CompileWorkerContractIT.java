package dev.evokernel.worker;

import dev.evokernel.backend.Compilation;
import java.time.Duration;

/** Calls are compilations that the cache answers. */
class CompileWorkerContractIT extends WorkerContract<CompileWorker> {

  @Override
  CompileWorker start(LaunchSpec launch, Duration limit) throws InterruptedException {
    var fixture = new WorkerFixture(folder());
    fixture.compile(WorkerFixture.with("none"));
    return CompileWorker.start(launch, fixture.compileJob(limit), "compile-1");
  }

  @Override
  long pid(CompileWorker worker) {
    return worker.pid();
  }

  @Override
  boolean call(CompileWorker worker) throws InterruptedException {
    return switch (worker.compile(WorkerFixture.with("none"))) {
      case Compilation.Compiled _ -> true;
      case Compilation.Failed(String _, boolean timedOut) when timedOut -> false;
      case Compilation.Failed(String log, boolean _) -> throw new AssertionError(log);
    };
  }

  @Override
  boolean repeatsCalls() {
    return true;
  }
}

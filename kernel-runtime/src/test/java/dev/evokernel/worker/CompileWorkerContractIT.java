package dev.evokernel.worker;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.worker.protocol.WorkerContract;
import dev.evokernel.worker.protocol.WorkerFixture;
import java.time.Duration;

/** Calls are compilations that the cache answers. */
class CompileWorkerContractIT extends WorkerContract<CompileWorker> {

  @Override
  public CompileWorker start(LaunchSpec launch, Duration limit) throws InterruptedException {
    var fixture = new WorkerFixture(folder());
    fixture.compile(WorkerFixture.with("none"));
    return CompileWorker.start(launch, fixture.compileJob(limit), "compile-1");
  }

  @Override
  public long pid(CompileWorker worker) {
    return worker.pid();
  }

  @Override
  public boolean call(CompileWorker worker) throws InterruptedException {
    return switch (worker.compile(WorkerFixture.with("none"))) {
      case Compilation.Compiled _ -> true;
      case Compilation.Failed(String _, boolean timedOut) when timedOut -> false;
      case Compilation.Failed(String log, boolean _) -> throw new AssertionError(log);
    };
  }

  @Override
  public boolean repeatsCalls() {
    return true;
  }
}

package dev.evokernel.worker.serve;

import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.BeforeAll;

class CpuBuiltLaunchesIT extends BuiltLaunchesContract {

  CpuBuiltLaunchesIT() {
    super("cpu");
  }

  @BeforeAll
  static void assumeCompiler() {
    WorkerFixture.assumeCompiler();
  }
}

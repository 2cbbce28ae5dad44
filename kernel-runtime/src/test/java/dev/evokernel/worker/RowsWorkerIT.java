package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.protocol.RowsWorker;
import dev.evokernel.worker.protocol.WorkerFixture;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsWorkerIT {

  @TempDir Path temporary;

  @Test
  void evaluate_withAReferenceCommand_runsItOnceForAllProcesses()
      throws IOException, InterruptedException {
    WorkerFixture.assumeCompiler();
    RowsKernel.assumePython();
    RowsKernel rows = RowsKernel.in(temporary);
    var worker = new RowsWorker("cpu", rows, temporary);

    assertThat(worker.evaluate(3)).isInstanceOf(Outcome.Measured.class);
    assertThat(rows.runs()).isEqualTo(2);
    assertThat(worker.evaluate(3)).isInstanceOf(Outcome.Measured.class);
    assertThat(rows.runs()).isZero();
  }
}

package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.protocol.RowsWorker;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
class CudaReferenceCommandIT {

  @TempDir Path temporary;

  @Test
  void evaluate_halfPrecisionAgainstACommand_measuresTheRightAndRejectsTheWrong()
      throws IOException, InterruptedException {
    RowsKernel.assumePython();
    RowsKernel rows = RowsKernel.in(temporary);
    var worker = new RowsWorker("cuda", rows, temporary, _ -> {});

    assertThat(worker.evaluate(3)).isInstanceOf(Outcome.Measured.class);
    assertThat(rows.runs()).isEqualTo(2);
    assertThat(worker.evaluate(6)).isInstanceOf(Outcome.Rejected.class);
    assertThat(rows.runs()).isZero();
  }
}

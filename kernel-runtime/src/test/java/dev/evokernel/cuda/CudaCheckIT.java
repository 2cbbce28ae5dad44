package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evokernel.backend.CheckedKernel;
import dev.evokernel.backend.Judging;
import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.CheckedWorker;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Needs the extension that judges: it runs from the bundle, and in the extension's own tests. */
@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
public class CudaCheckIT {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"", "command: [python3, check.py], timeout: 10s"})
  void evaluate_withACheck_isRejectedForWhatItSays(String check) throws Exception {
    assumeTrue(Judging.installed().isPresent(), "no extension that judges");
    if (!check.isEmpty()) {
      RowsKernel.assumePython();
    }
    try (var worker = new CheckedWorker("cuda", CheckedKernel.in(folder, check), folder)) {
      assertThat(worker.weaknesses()).isEmpty();
      assertThat(worker.evaluate(64, "none")).isInstanceOf(Outcome.Measured.class);
      assertThat(worker.evaluate(256, "none")).isInstanceOf(Outcome.Measured.class);
      var reasons =
          Map.of(
              "loses", Rejection.WRONG_RESULT,
              "unfinished", Rejection.NOT_FINITE,
              "beyond", Rejection.OUT_OF_BOUNDS_WRITE,
              "dies", Rejection.WRONG_RESULT,
              "hangs", Rejection.TIMEOUT);
      for (var fault : reasons.entrySet()) {
        assertThat(worker.evaluate(64, fault.getKey()))
            .as(fault.getKey())
            .isInstanceOfSatisfying(
                Rejected.class,
                rejected -> assertThat(rejected.reason()).isEqualTo(fault.getValue()));
      }
      assertThat(worker.evaluate(128, "none")).isInstanceOf(Outcome.Measured.class);
    }
  }
}

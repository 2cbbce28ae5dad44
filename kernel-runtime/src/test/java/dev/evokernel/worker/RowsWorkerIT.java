package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.file.RowsKernel;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.protocol.RowsWorker;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsWorkerIT {

  private static final String PYTHON = "{python: function.py}";

  private static final String FUNCTION =
      """
      open("../starts", "a").write("s")

      def reference(x, k, scale, rows, columns):
          return scale * k[:, None] * x, [rows * columns]
      """;

  @TempDir Path temporary;

  @Test
  void evaluate_withAReferenceCommand_runsItOnceForAllProcesses()
      throws IOException, InterruptedException {
    WorkerFixture.assumeCompiler();
    RowsKernel.assumePython();
    RowsKernel rows = RowsKernel.in(temporary);
    var worker = new RowsWorker("cpu", rows, temporary, _ -> {});

    assertThat(worker.evaluate(3)).isInstanceOf(Outcome.Measured.class);
    assertThat(rows.runs()).isEqualTo(2);
    assertThat(worker.evaluate(3)).isInstanceOf(Outcome.Measured.class);
    assertThat(rows.runs()).isZero();
  }

  @Tag("full")
  @Test
  void evaluate_withASlowReference_tellsTheStep() throws IOException, InterruptedException {
    WorkerFixture.assumeCompiler();
    RowsKernel.assumePython();
    RowsKernel rows = RowsKernel.in(temporary);
    rows.with("reference.py", "rows, columns =", "import time; time.sleep(3)\nrows, columns =");
    var news = new CopyOnWriteArrayList<String>();

    new RowsWorker("cpu", rows, temporary, news::add).evaluate(3);
    assertThat(news)
        .contains("computing the reference of shape small (input set 1 of 2)")
        .doesNotContain("computing the reference of shape small (input set 2 of 2)");
  }

  @Test
  void evaluate_withAPythonReference_startsPythonOnceForAllProcesses()
      throws IOException, InterruptedException {
    WorkerFixture.assumeCompiler();
    RowsKernel.assumePython();
    RowsKernel rows =
        RowsKernel.in(temporary)
            .with("kernel.yaml", "{command: [python3, reference.py], timeout: 60s}", PYTHON);
    Files.writeString(rows.folder().resolve("function.py"), FUNCTION);
    assumeTrue(
        ToolRun.of(List.of("python3", "-c", "import numpy"), Duration.ofMinutes(1)).succeeded(),
        "python3 has no numpy");
    var worker = new RowsWorker("cpu", rows, temporary, _ -> {});

    assertThat(worker.evaluate(3)).isInstanceOf(Outcome.Measured.class);
    assertThat(worker.evaluate(3)).isInstanceOf(Outcome.Measured.class);
    assertThat(temporary.resolve("starts")).hasContent("s");
  }
}

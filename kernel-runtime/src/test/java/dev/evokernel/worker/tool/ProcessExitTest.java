package dev.evokernel.worker.tool;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.Loss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessExitTest {

  @TempDir Path folder;

  @Test
  void of_crashReport_tellsTheTrueSignalAndPlace() throws IOException {
    Path report = folder.resolve("worker.crash");
    Files.writeString(
        report,
        """
        #
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGFPE (0x8) at pc=0x00007f1c, pid=1, tid=2
        #
        # Problematic frame:
        # C  [ab12.so+0x1128]  gemm+0x1c
        #
        """);

    assertThat(ProcessExit.of(134, report, ""))
        .isEqualTo(new ProcessExit(Rejection.CRASH, "SIGFPE at gemm+0x1c"));
    assertThat(report).doesNotExist();
    assertThat(folder.resolve("worker.crash.last")).exists();
  }

  @Test
  void of_crashReportWithoutASymbol_tellsTheSignalAlone() throws IOException {
    Path report = folder.resolve("worker.crash");
    Files.writeString(
        report,
        """
        #  SIGSEGV (0xb) at pc=0x00007f1c, pid=1, tid=2
        #
        # Problematic frame:
        # C  [libc.so.6+0x8aebc]
        #
        """);

    assertThat(ProcessExit.of(134, report, ""))
        .isEqualTo(new ProcessExit(Rejection.ILLEGAL_ACCESS, "SIGSEGV"));
  }

  @ParameterizedTest
  @CsvSource({"137, SIGKILL", "143, SIGTERM"})
  void of_signalThatOtherProcessesSend_isAKill(int status, String signal) {
    ProcessExit exit = ProcessExit.of(status, folder.resolve("none"), "");
    assertThat(exit.description()).startsWith(signal);
    assertThat(exit.loss()).isEqualTo(Loss.KILLED);
  }

  @ParameterizedTest
  @CsvSource({
    "139, ILLEGAL_ACCESS, SIGSEGV",
    "135, ILLEGAL_ACCESS, SIGBUS",
    "134, CRASH, SIGABRT",
    "0, CRASH, exit with status 0",
    "200, CRASH, exit with status 200",
  })
  void of_statusAlone_tellsSignalOrExit(int status, Rejection reason, String description) {
    assertThat(ProcessExit.of(status, folder.resolve("none"), ""))
        .isEqualTo(new ProcessExit(reason, description));
  }
}

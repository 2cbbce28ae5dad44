package dev.evokernel.worker.tool;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.GuardedRange;
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
        .isEqualTo(new ProcessExit(Rejection.CRASH, "SIGFPE at gemm+0x1c", Loss.DIED));
    assertThat(report).doesNotExist();
    assertThat(folder.resolve("worker.crash.last")).exists();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x00007f0000103000 | SIGSEGV at scale+0x8, past the end of 'out'",
        "0x00007f0000100ff0 | SIGSEGV at scale+0x8, before the start of 'out'",
        "0x00007f0000300010 | SIGSEGV at scale+0x8, in a write to the input 'x'",
        "0x0000000000000008 | SIGSEGV at scale+0x8",
      })
  void of_crashReportOfAGuard_namesTheBuffer(String address, String description)
      throws IOException {
    Path report = folder.resolve("worker.crash");
    Files.writeString(
        report,
        """
        #  SIGSEGV (0xb) at pc=0x00007f1c, pid=1, tid=2
        #
        # Problematic frame:
        # C  [ab12.so+0x1128]  scale+0x8
        siginfo: si_signo: 11 (SIGSEGV), si_code: 2 (SEGV_ACCERR), si_addr: %s
        =>0x01 JavaThread "launching with %s %s" [_thread_in_native, id=7]
        """
            .formatted(
                address,
                new GuardedRange(
                    "out", 0x7f0000000000L, 0x7f0000101000L, 0x7f0000102000L, 0x7f0000200000L),
                new GuardedRange(
                    "x", 0x7f0000200000L, 0x7f0000300000L, 0x7f0000301000L, 0x7f0000400000L)));

    assertThat(ProcessExit.of(134, report, "").description()).isEqualTo(description);
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
        .isEqualTo(new ProcessExit(Rejection.ILLEGAL_ACCESS, "SIGSEGV", Loss.DIED));
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
        .isEqualTo(new ProcessExit(reason, description, Loss.DIED));
  }
}

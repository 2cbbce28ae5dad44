package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.GuardedRange;
import dev.evokernel.outcome.Rejection;
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
        .isEqualTo(
            new ProcessExit(
                Rejection.CRASH, "Arithmetic error (SIGFPE) in gemm", "", "", Loss.DIED));
    assertThat(report).doesNotExist();
    assertThat(folder.resolve("worker.crash.last")).exists();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x00007f0000103000 | ERR=0x0000000000000006 | , in a write past the end of 'out'.",
        "0x00007f0000103000 | ERR=0x0000000000000004 | , in a read past the end of 'out'.",
        "0x00007f0000100ff0 | '' | , in an access before the start of 'out'.",
        "0x00007f0000300010 | ERR=0x0000000000000007 | , in a write to the input 'x'.",
        "0x0000000000000008 | ERR=0x0000000000000006 | .",
      })
  void of_crashReportOfAGuard_namesTheAccessAndTheBuffer(String address, String error, String end)
      throws IOException {
    Path report = folder.resolve("worker.crash");
    Files.writeString(
        report,
        """
        #  SIGSEGV (0xb) at pc=0x00007f1c, pid=1, tid=2
        #
        # Problematic frame:
        # C  [ab12.so+0x1128]  scale._omp_fn.0+0x8
        siginfo: si_signo: 11 (SIGSEGV), si_code: 2 (SEGV_ACCERR), si_addr: %s
        RIP=0x00007f1c, EFLAGS=0x0000000000010202, CSGSFS=0x002b000000000033, %s
        =>0x01 JavaThread "launching with %s %s" [_thread_in_native, id=7]
        """
            .formatted(
                address,
                error,
                new GuardedRange(
                    "out", 0x7f0000000000L, 0x7f0000101000L, 0x7f0000102000L, 0x7f0000200000L),
                new GuardedRange(
                    "x", 0x7f0000200000L, 0x7f0000300000L, 0x7f0000301000L, 0x7f0000400000L)));

    assertThat(ProcessExit.of(134, report, "").sentence(" during verification"))
        .isEqualTo("Segfault in scale during verification" + end);
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
        .isEqualTo(new ProcessExit(Rejection.ILLEGAL_ACCESS, "Segfault", "", "", Loss.DIED));
  }

  @ParameterizedTest
  @CsvSource({"137, SIGKILL", "143, SIGTERM"})
  void of_signalThatOtherProcessesSend_isAKill(int status, String signal) {
    ProcessExit exit = ProcessExit.of(status, folder.resolve("none"), "");
    assertThat(exit.sentence(" during timing"))
        .startsWith("The process was ")
        .contains(signal)
        .endsWith(" during timing.");
    assertThat(exit.loss()).isEqualTo(Loss.KILLED);
  }

  @ParameterizedTest
  @CsvSource({
    "139, ILLEGAL_ACCESS, Segfault",
    "135, ILLEGAL_ACCESS, Bus error",
    "134, CRASH, Abort",
    "0, CRASH, The kernel called exit(0)",
    "200, CRASH, The kernel called exit(200)",
  })
  void of_statusAlone_saysSignalOrExit(int status, Rejection reason, String cause) {
    ProcessExit exit = ProcessExit.of(status, folder.resolve("none"), "hello");
    assertThat(exit).isEqualTo(new ProcessExit(reason, cause, "", "hello", Loss.DIED));
    assertThat(exit.sentence(" during verification"))
        .isEqualTo(cause + " during verification. It printed: hello");
    assertThat(exit.sentence("")).doesNotContain("kernel");
  }
}

package dev.evokernel.worker.tool;

import module java.base;

import dev.evokernel.backend.GuardedRange;
import dev.evokernel.outcome.FatalSignal;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.Loss;

/**
 * The end of a worker's process.
 *
 * @param reason the rejection of a candidate that was running
 * @param description for example {@code SIGSEGV at gemm+0x1c}
 * @param loss {@link Loss#DIED} or {@link Loss#KILLED}
 */
public record ProcessExit(Rejection reason, String description, Loss loss) {

  /** Lines of a crash report up to the names of its threads and the maps of its memory. */
  private static final int LINES = 1000;

  private static final Set<FatalSignal> SENT = Set.of(FatalSignal.SIGKILL, FatalSignal.SIGTERM);

  private static final Pattern SIGNAL =
      Pattern.compile("^#\\s+(SIG[A-Z]+) \\(0x", Pattern.MULTILINE);
  private static final Pattern FAULT = Pattern.compile("si_addr: 0x([0-9a-f]{1,16})\\b");

  private static final Pattern FRAME =
      Pattern.compile(
          "^# Problematic frame:\\R# C\\s+\\[[^\\]]*\\][ \\t]*(\\S+)?", Pattern.MULTILINE);

  /**
   * Reads the exit status and the JVM's crash report. The JVM turns most fatal signals into an
   * abort, and keeps the original signal in the report.
   *
   * @param crashReport renamed, so that the last report of each worker is kept
   * @param lastLine the last line that the process printed
   */
  public static ProcessExit of(int status, Path crashReport, String lastLine) {
    String report = take(crashReport);
    Matcher signal = SIGNAL.matcher(report);
    if (signal.find()) {
      Matcher frame = FRAME.matcher(report);
      String function = frame.find() && frame.group(1) != null ? " at " + frame.group(1) : "";
      Matcher fault = FAULT.matcher(report);
      String where =
          function
              + (fault.find()
                  ? GuardedRange.place(report, Long.parseUnsignedLong(fault.group(1), 16))
                      .map(", "::concat)
                      .orElse("")
                  : "");
      return new ProcessExit(
          FatalSignal.reason(signal.group(1)), signal.group(1) + where, Loss.DIED);
    }
    String said = lastLine.isEmpty() ? "" : ", having said '" + lastLine + "'";
    return FatalSignal.of(status)
        .map(
            fatal ->
                new ProcessExit(
                    fatal.reason(),
                    fatal
                        + (fatal == FatalSignal.SIGKILL
                            ? " from outside, maybe by the system when memory ran out"
                            : "")
                        + said,
                    SENT.contains(fatal) ? Loss.KILLED : Loss.DIED))
        .orElseGet(
            () -> new ProcessExit(Rejection.CRASH, "exit with status " + status + said, Loss.DIED));
  }

  private static String take(Path crashReport) {
    try {
      if (!Files.exists(crashReport) || Files.size(crashReport) == 0) {
        return ""; // A confined worker makes an empty report when it starts.
      }
      try (Stream<String> lines = Files.lines(crashReport, StandardCharsets.ISO_8859_1)) {
        String head = String.join("\n", lines.limit(LINES).toList());
        Files.move(
            crashReport,
            crashReport.resolveSibling(crashReport.getFileName() + ".last"),
            StandardCopyOption.REPLACE_EXISTING);
        return head;
      }
    } catch (IOException e) {
      return "";
    }
  }
}

package dev.evokernel.worker.tool;

import module java.base;

import dev.evokernel.backend.GuardedRange;
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

  private static final List<String> SENT = List.of("SIGKILL", "SIGTERM");

  private static final Map<Integer, String> SIGNALS =
      Map.of(
          4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 15,
          "SIGTERM");

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
      return new ProcessExit(reason(signal.group(1)), signal.group(1) + where, Loss.DIED);
    }
    String said = lastLine.isEmpty() ? "" : ", having said '" + lastLine + "'";
    String name = SIGNALS.get(status - 128);
    if (name != null) {
      String advice =
          status == 128 + 9 ? " from outside, maybe by the system when memory ran out" : "";
      return new ProcessExit(
          reason(name), name + advice + said, SENT.contains(name) ? Loss.KILLED : Loss.DIED);
    }
    return new ProcessExit(Rejection.CRASH, "exit with status " + status + said, Loss.DIED);
  }

  private static Rejection reason(String signal) {
    return List.of("SIGSEGV", "SIGBUS").contains(signal)
        ? Rejection.ILLEGAL_ACCESS
        : Rejection.CRASH;
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

package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.GuardedRange;
import dev.evokernel.outcome.FatalSignal;
import dev.evokernel.outcome.Rejection;

/**
 * The end of a worker's process.
 *
 * @param cause for example {@code Segfault in gemm}
 * @param place where an access faulted, for example {@code in a write past the end of 'out'}; may
 *     be empty
 * @param printed the last line that the process printed for the request; may be empty
 * @param loss {@link Loss#DIED} or {@link Loss#KILLED}
 */
public record ProcessExit(Rejection reason, String cause, String place, String printed, Loss loss) {

  /** Lines of a crash report up to the names of its threads and the maps of its memory. */
  private static final int LINES = 1000;

  private static final Set<FatalSignal> SENT = Set.of(FatalSignal.SIGKILL, FatalSignal.SIGTERM);

  private static final Pattern FAULT = Pattern.compile("si_addr: 0x([0-9a-f]{1,16})\\b");

  /** Error code of a page fault on x86; bit 1 stands for a write. */
  private static final Pattern ERROR = Pattern.compile("\\bERR=0x([0-9a-f]{1,16})\\b");

  /** The function of a fault without its offset, and without what OpenMP appends to its name. */
  private static final Pattern FRAME =
      Pattern.compile(
          "^# Problematic frame:\\R# C\\s+\\[[^\\]]*\\][ \\t]*([^\\s+.(]+)?", Pattern.MULTILINE);

  /**
   * Reads the exit status and the JVM's crash report. The JVM turns most fatal signals into an
   * abort, and keeps the original signal in the report.
   *
   * @param crashReport renamed, so that the last report of each worker is kept
   */
  public static ProcessExit of(int status, Path crashReport, String printed) {
    String report = take(crashReport);
    Optional<String> signal = FatalSignal.inReport(report);
    if (signal.isPresent()) {
      Matcher frame = FRAME.matcher(report);
      String function = frame.find() && frame.group(1) != null ? " in " + frame.group(1) : "";
      return new ProcessExit(
          FatalSignal.reason(signal.get()),
          FatalSignal.words(signal.get()) + function,
          place(report),
          "",
          Loss.DIED);
    }
    return FatalSignal.of(status)
        .map(
            fatal ->
                new ProcessExit(
                    fatal.reason(),
                    fatal.words(),
                    "",
                    printed,
                    SENT.contains(fatal) ? Loss.KILLED : Loss.DIED))
        .orElseGet(
            () ->
                new ProcessExit(
                    Rejection.CRASH,
                    "The kernel called exit(" + status + ")",
                    "",
                    printed,
                    Loss.DIED));
  }

  private static String place(String report) {
    Matcher fault = FAULT.matcher(report);
    if (!fault.find()) {
      return "";
    }
    String place =
        GuardedRange.place(report, Long.parseUnsignedLong(fault.group(1), 16)).orElse("");
    if (place.isEmpty() || place.startsWith("in ")) {
      return place;
    }
    Matcher error = ERROR.matcher(report);
    String access =
        !error.find()
            ? "an access"
            : (Long.parseUnsignedLong(error.group(1), 16) & 2) != 0 ? "a write" : "a read";
    return "in " + access + " " + place;
  }

  /**
   * The end in a sentence, and the process's last words in another.
   *
   * @param when such as " during verification", or empty for a process before its first request
   */
  public String sentence(String when) {
    String what =
        when.isEmpty()
            ? cause.replaceFirst("^The kernel called", "The process called").replaceFirst(",$", "")
            : cause;
    return what
        + when
        + (place.isEmpty() ? "" : ", " + place)
        + "."
        + (printed.isEmpty() ? "" : " It printed: " + printed);
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

package dev.evokernel.outcome;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signals that end a process, by their numbers on Linux. */
public enum FatalSignal {
  SIGILL(4, "Illegal instruction"),
  SIGABRT(6, "Abort"),
  SIGBUS(7, "Bus error"),
  SIGFPE(8, "Arithmetic error (SIGFPE)"),
  SIGKILL(9, "The process was killed (SIGKILL), maybe by the system when memory ran out,"),
  SIGSEGV(11, "Segfault"),
  SIGTERM(15, "The process was ended (SIGTERM)");

  private static final Pattern REPORTED =
      Pattern.compile("^#\\s+(SIG[A-Z]+) \\(0x", Pattern.MULTILINE);

  /** Exit status of a process that signal 0 would have ended. */
  private static final int BY_SIGNAL = 128;

  private final int number;
  private final String words;

  FatalSignal(int number, String words) {
    this.number = number;
    this.words = words;
  }

  /** Words for the end of a process, such as "Segfault". */
  public String words() {
    return words;
  }

  public static String words(String signal) {
    return Arrays.stream(values())
        .filter(one -> one.name().equals(signal))
        .findFirst()
        .map(FatalSignal::words)
        .orElse(signal);
  }

  /**
   * Name of the signal in the crash report of a Java virtual machine, which aborts or exits after
   * it; empty without such a report.
   */
  public static Optional<String> inReport(String report) {
    Matcher signal = REPORTED.matcher(report);
    return signal.find() ? Optional.of(signal.group(1)) : Optional.empty();
  }

  /** Signal behind an exit status; empty if the process ended otherwise. */
  public static Optional<FatalSignal> of(int status) {
    return Arrays.stream(values()).filter(one -> one.number == status - BY_SIGNAL).findFirst();
  }

  /** Rejection of a candidate that the signal ended. */
  public Rejection reason() {
    return reason(name());
  }

  public static Rejection reason(String signal) {
    return signal.equals(SIGSEGV.name()) || signal.equals(SIGBUS.name())
        ? Rejection.ILLEGAL_ACCESS
        : Rejection.CRASH;
  }
}

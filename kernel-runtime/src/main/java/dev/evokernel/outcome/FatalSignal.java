package dev.evokernel.outcome;

import java.util.Arrays;
import java.util.Optional;

/** Signals that end a process, by their numbers on Linux. */
public enum FatalSignal {
  SIGILL(4),
  SIGABRT(6),
  SIGBUS(7),
  SIGFPE(8),
  SIGKILL(9),
  SIGSEGV(11),
  SIGTERM(15);

  /** Exit status of a process that signal 0 would have ended. */
  private static final int BY_SIGNAL = 128;

  private final int number;

  FatalSignal(int number) {
    this.number = number;
  }

  /** Signal behind an exit status; empty if the process ended otherwise. */
  public static Optional<FatalSignal> of(int status) {
    return Arrays.stream(values()).filter(one -> one.number == status - BY_SIGNAL).findFirst();
  }

  /** Rejection of a candidate that the signal ended. */
  public Rejection reason() {
    return reason(name());
  }

  /** Rejection of a candidate that a signal of this name ended. */
  public static Rejection reason(String signal) {
    return signal.equals(SIGSEGV.name()) || signal.equals(SIGBUS.name())
        ? Rejection.ILLEGAL_ACCESS
        : Rejection.CRASH;
  }
}

package dev.evokernel.cpu.containment;

import module java.base;

/**
 * Settings of the process that each have a number: signals, limits, timers.
 *
 * @param name of a number, as the object of "left behind"
 * @param before each setting as bytes
 */
record NumberedSettings(
    Supplier<List<byte[]>> reading, IntFunction<String> name, List<byte[]> before)
    implements StateTrace {

  /** Names of the signals from 1 on, without the prefix SIG. */
  private static final List<String> SIGNALS =
      words(
          "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT"
              + " STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF");

  private static final List<String> LIMITS =
      words(
          "CPU FSIZE DATA STACK CORE RSS NPROC NOFILE MEMLOCK AS LOCKS SIGPENDING MSGQUEUE NICE"
              + " RTPRIO RTTIME");

  private static final List<String> TIMERS =
      List.of("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF");

  static NumberedSettings signalActions() {
    return of(
        Libc::signalActions,
        signal ->
            "another handling of "
                + (signal < SIGNALS.size()
                    ? "SIG" + SIGNALS.get(signal)
                    : "signal " + (signal + 1)));
  }

  private static List<String> words(String names) {
    return List.of(names.split(" ", -1));
  }

  static NumberedSettings resourceLimits() {
    return of(Libc::resourceLimits, limit -> "another limit RLIMIT_" + LIMITS.get(limit));
  }

  /** Traces whether each timer runs; the time of a running timer changes by itself. */
  static NumberedSettings intervalTimers() {
    return of(
        () -> Libc.intervalTimers().stream().map(NumberedSettings::armed).toList(),
        timer -> "the timer " + TIMERS.get(timer));
  }

  private static NumberedSettings of(Supplier<List<byte[]>> reading, IntFunction<String> name) {
    return new NumberedSettings(reading, name, reading.get());
  }

  @Override
  public List<String> changes() {
    List<byte[]> after = reading.get();
    var found = new ArrayList<String>();
    for (int i = 0; i < after.size(); i++) {
      if (!Arrays.equals(before.get(i), after.get(i))) {
        found.add(name.apply(i));
      }
    }
    return found;
  }

  private static byte[] armed(byte[] timer) {
    for (byte each : timer) {
      if (each != 0) {
        return new byte[] {1};
      }
    }
    return new byte[] {0};
  }
}

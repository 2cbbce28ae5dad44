package dev.evokernel.containment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Settings of the process that each have a number: signals, limits, timers.
 *
 * @param name of a number, as the object of "left behind"
 * @param before each setting as bytes
 */
record NumberedSettings(
    Supplier<List<byte[]>> reading, IntFunction<String> name, List<byte[]> before)
    implements StateTrace {

  private static final Map<Integer, String> SIGNALS =
      Map.ofEntries(
          Map.entry(1, "SIGHUP"),
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL"),
          Map.entry(5, "SIGTRAP"),
          Map.entry(6, "SIGABRT"),
          Map.entry(7, "SIGBUS"),
          Map.entry(8, "SIGFPE"),
          Map.entry(10, "SIGUSR1"),
          Map.entry(11, "SIGSEGV"),
          Map.entry(12, "SIGUSR2"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(14, "SIGALRM"),
          Map.entry(15, "SIGTERM"),
          Map.entry(17, "SIGCHLD"),
          Map.entry(26, "SIGVTALRM"),
          Map.entry(27, "SIGPROF"));

  private static final List<String> LIMITS =
      List.of(
          "CPU",
          "FSIZE",
          "DATA",
          "STACK",
          "CORE",
          "RSS",
          "NPROC",
          "NOFILE",
          "MEMLOCK",
          "AS",
          "LOCKS",
          "SIGPENDING",
          "MSGQUEUE",
          "NICE",
          "RTPRIO",
          "RTTIME");

  private static final List<String> TIMERS =
      List.of("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF");

  static NumberedSettings signalActions() {
    return of(
        Libc::signalActions,
        signal ->
            "another handling of " + SIGNALS.getOrDefault(signal + 1, "signal " + (signal + 1)));
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

package dev.evokernel.lab.selftest;

import static dev.evokernel.outcome.Rejection.COMPILE_ERROR;
import static dev.evokernel.outcome.Rejection.CRASH;
import static dev.evokernel.outcome.Rejection.ILLEGAL_ACCESS;
import static dev.evokernel.outcome.Rejection.INPUT_MODIFIED;
import static dev.evokernel.outcome.Rejection.LAUNCH_FAILURE;
import static dev.evokernel.outcome.Rejection.NOT_FINITE;
import static dev.evokernel.outcome.Rejection.NOT_REPEATABLE;
import static dev.evokernel.outcome.Rejection.OUT_OF_BOUNDS_WRITE;
import static dev.evokernel.outcome.Rejection.OUT_OF_MEMORY;
import static dev.evokernel.outcome.Rejection.RESOURCE_LIMIT;
import static dev.evokernel.outcome.Rejection.TIMEOUT;
import static dev.evokernel.outcome.Rejection.WRONG_RESULT;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;

/**
 * Fault of a candidate, with the expected outcome.
 *
 * @param name in the table of the self-test
 * @param settings values of the fault kernel's parameters
 * @param expected reason for the rejection; empty if the candidate must be measured
 * @param words pattern that the message must contain
 */
record Fault(
    String name,
    Map<String, Object> settings,
    External external,
    Optional<Rejection> expected,
    Pattern words) {

  private static final String HUNG = "was stopped|Timed out after";

  private static final List<Fault> COMPILING =
      List.of(
          with("compile error", "BROKEN", true, COMPILE_ERROR, "told not to compile"),
          of("compiler that hangs", "endless", TIMEOUT, HUNG),
          of("compiler killed", "endless", COMPILE_ERROR, "killed by signal 9|SIGKILL")
              .and(External.KILL_COMPILER),
          of("entry point missing", "nameless", LAUNCH_FAILURE, "fault"));

  private static final List<Fault> ON_CPU =
      List.of(
          of("binary that will not load", "unloadable", LAUNCH_FAILURE, "static TLS block"),
          of("memory exhausted", "greedy", OUT_OF_MEMORY, "map"),
          of("illegal address", "segfault", ILLEGAL_ACCESS, "[Ss]egfault"),
          of("write far away", "far", ILLEGAL_ACCESS, "Segfault in fault"),
          of("misaligned address", "misaligned", ILLEGAL_ACCESS, "[Ss]egfault"),
          of("stack exhausted", "deep", ILLEGAL_ACCESS, "[Ss]egfault"),
          of("trap", "traps", CRASH, "Illegal instruction"),
          of("division by zero", "divide", CRASH, "SIGFPE"),
          of("abort", "aborts", CRASH, "assertion of the candidate"),
          of("exit", "leave", CRASH, "exit\\(3\\)"),
          of("fork, then crash", "forks", ILLEGAL_ACCESS, "[Ss]egfault"),
          harmless("rubbish on standard output", "prints", External.NONE));

  private static final List<Fault> ON_CUDA =
      List.of(
          with(
              "too much shared memory",
              "SHARED",
              300_000,
              RESOURCE_LIMIT,
              "300000 bytes of shared memory"),
          with("too many threads", "THREADS", 2048, RESOURCE_LIMIT, "2048 threads"),
          of("device memory exhausted", "greedy", OUT_OF_MEMORY, "OUT_OF_MEMORY"),
          of("illegal address", "illegal", ILLEGAL_ACCESS, "ILLEGAL_ADDRESS"),
          of("misaligned address", "misaligned", ILLEGAL_ACCESS, "MISALIGNED_ADDRESS"),
          of("trap", "traps", CRASH, "LAUNCH_FAILED"));

  private static final List<Fault> RESULTS =
      List.of(
          of("infinite loop", "hang", TIMEOUT, HUNG),
          of("write past an output's end", "after", OUT_OF_BOUNDS_WRITE, "'y'"),
          of("write before an output", "before", OUT_OF_BOUNDS_WRITE, "'y'"),
          of("write into an input", "input", INPUT_MODIFIED, "'x'"),
          of("NaN", "nan_once", NOT_FINITE, "y\\[7\\] is NaN"),
          of("output left as it was", "idle", NOT_FINITE, "1000 of 1000"),
          of("wrong in one element", "one_wrong", WRONG_RESULT, "y\\[998\\]"),
          of("right at first, wrong the tenth time", "tenth", WRONG_RESULT, "launch 10"),
          of(
              "wrong from the 11th launch on a shape on",
              "late",
              WRONG_RESULT,
              "that were timed together"),
          of("differs between runs", "drifts", NOT_REPEATABLE, "differ"),
          of("worker killed from outside", "hang", TIMEOUT, "SIGKILL").and(External.KILL_WORKER),
          of("worker stopped (SIGSTOP)", "hang", TIMEOUT, HUNG).and(External.STOP_WORKER),
          harmless("database locked for a second", "none", External.LOCK_STORE));

  /** Faults of candidates on a backend. */
  static List<Fault> all(String backend) {
    List<Fault> own = backend.equals("cpu") ? ON_CPU : ON_CUDA;
    return Stream.of(COMPILING, own, RESULTS).flatMap(List::stream).toList();
  }

  static Fault of(String name, String value, Rejection expected, String words) {
    return with(name, "FAULT", value, expected, words);
  }

  static Fault with(String name, String parameter, Object value, Rejection expected, String words) {
    return new Fault(
        name,
        Map.of(parameter, value),
        External.NONE,
        Optional.of(expected),
        Pattern.compile(words, Pattern.CASE_INSENSITIVE));
  }

  /** Adds a fault from outside. */
  Fault and(External other) {
    return new Fault(name, settings, other, expected, words);
  }

  static Fault harmless(String name, String value, External external) {
    return new Fault(name, Map.of("FAULT", value), external, Optional.empty(), Pattern.compile(""));
  }

  Configuration applied(Configuration healthy) {
    Configuration faulty = healthy;
    for (Map.Entry<String, Object> setting : settings.entrySet()) {
      faulty = faulty.with(setting.getKey(), Value.ofPlain(setting.getValue()));
    }
    return faulty;
  }

  /** Label of the expected outcome, for example {@code wrong-result}. */
  String expectedLabel() {
    return expected.map(Rejection::label).orElse("measured");
  }

  boolean isExpected(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured _ -> expected.isEmpty();
      case Outcome.Rejected(Rejection reason, String _, String message) ->
          expected.filter(reason::equals).isPresent() && words.matcher(message).find();
    };
  }

  /** Fault injected from outside while a candidate is evaluated. */
  enum External {
    NONE,
    /** SIGKILL to the device worker while the candidate runs in it. */
    KILL_WORKER,
    /** SIGSTOP to the device worker while the candidate runs in it. */
    STOP_WORKER,
    /** SIGKILL to every compiler, repeatedly. */
    KILL_COMPILER,
    /** A second connection holds a write transaction on the store for 1 s. */
    LOCK_STORE
  }
}

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

import java.util.List;
import java.util.stream.Stream;

/** Faults of candidates on each backend. */
final class Faults {

  private static final String HUNG = "was stopped|Timed out after";

  private static final List<Fault> COMPILING =
      List.of(
          Fault.with("compile error", "BROKEN", true, COMPILE_ERROR, "told not to compile"),
          Fault.of("compiler that hangs", "endless", TIMEOUT, HUNG),
          Fault.of("compiler killed", "endless", COMPILE_ERROR, "killed by signal 9|SIGKILL")
              .and(Fault.External.KILL_COMPILER),
          Fault.of("entry point missing", "nameless", LAUNCH_FAILURE, "fault"));

  private static final List<Fault> ON_CPU =
      List.of(
          Fault.of("binary that will not load", "unloadable", LAUNCH_FAILURE, "static TLS block"),
          Fault.of("memory exhausted", "greedy", OUT_OF_MEMORY, "map"),
          Fault.of("illegal address", "segfault", ILLEGAL_ACCESS, "[Ss]egfault"),
          Fault.of("write far away", "far", ILLEGAL_ACCESS, "Segfault in fault"),
          Fault.of("misaligned address", "misaligned", ILLEGAL_ACCESS, "[Ss]egfault"),
          Fault.of("stack exhausted", "deep", ILLEGAL_ACCESS, "[Ss]egfault"),
          Fault.of("trap", "traps", CRASH, "Illegal instruction"),
          Fault.of("division by zero", "divide", CRASH, "SIGFPE"),
          Fault.of("abort", "aborts", CRASH, "assertion of the candidate"),
          Fault.of("exit", "leave", CRASH, "exit\\(3\\)"),
          Fault.of("fork, then crash", "forks", ILLEGAL_ACCESS, "[Ss]egfault"),
          Fault.harmless("rubbish on standard output", "prints", Fault.External.NONE));

  private static final List<Fault> ON_CUDA =
      List.of(
          Fault.with(
              "too much shared memory",
              "SHARED",
              300_000,
              RESOURCE_LIMIT,
              "300000 bytes of shared memory"),
          Fault.with("too many threads", "THREADS", 2048, RESOURCE_LIMIT, "2048 threads"),
          Fault.of("device memory exhausted", "greedy", OUT_OF_MEMORY, "OUT_OF_MEMORY"),
          Fault.of("illegal address", "illegal", ILLEGAL_ACCESS, "ILLEGAL_ADDRESS"),
          Fault.of("misaligned address", "misaligned", ILLEGAL_ACCESS, "MISALIGNED_ADDRESS"),
          Fault.of("trap", "traps", CRASH, "LAUNCH_FAILED"));

  private static final List<Fault> RESULTS =
      List.of(
          Fault.of("infinite loop", "hang", TIMEOUT, HUNG),
          Fault.of("write past an output's end", "after", OUT_OF_BOUNDS_WRITE, "'y'"),
          Fault.of("write before an output", "before", OUT_OF_BOUNDS_WRITE, "'y'"),
          Fault.of("write into an input", "input", INPUT_MODIFIED, "'x'"),
          Fault.of("NaN", "nan_once", NOT_FINITE, "y\\[7\\] is NaN"),
          Fault.of("output left as it was", "idle", NOT_FINITE, "1000 of 1000"),
          Fault.of("wrong in one element", "one_wrong", WRONG_RESULT, "y\\[998\\]"),
          Fault.of("right at first, wrong the tenth time", "tenth", WRONG_RESULT, "launch 10"),
          Fault.of(
              "wrong from the 11th launch on a shape on",
              "late",
              WRONG_RESULT,
              "that were timed together"),
          Fault.of("differs between runs", "drifts", NOT_REPEATABLE, "differ"),
          Fault.of("worker killed from outside", "hang", TIMEOUT, "SIGKILL")
              .and(Fault.External.KILL_WORKER),
          Fault.of("worker stopped (SIGSTOP)", "hang", TIMEOUT, HUNG)
              .and(Fault.External.STOP_WORKER),
          Fault.harmless("database locked for a second", "none", Fault.External.LOCK_STORE));

  private Faults() {}

  static List<Fault> of(String backend) {
    List<Fault> own = backend.equals("cpu") ? ON_CPU : ON_CUDA;
    return Stream.of(COMPILING, own, RESULTS).flatMap(List::stream).toList();
  }
}

package dev.evokernel.lab.selftest;

/** Fault injected from outside while a candidate is evaluated. */
enum ExternalFault {
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

package dev.evokernel.selftest;

/** What is done from outside while a candidate is evaluated. */
enum ExternalFault {
  NONE,
  /** SIGKILL to the device worker while the candidate runs in it. */
  KILL_WORKER,
  /** SIGSTOP to the device worker while the candidate runs in it. */
  STOP_WORKER,
  /** SIGKILL to whatever compiles, again and again. */
  KILL_COMPILER,
  /** Another connection holds a write transaction on the store for a second. */
  LOCK_STORE
}

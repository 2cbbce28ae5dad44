package dev.evokernel.cpu;

import dev.evokernel.backend.Requirement;

/** Protections of this machine that confine the processes of candidates ({@code host.c}). */
public final class Confinement {

  private static final int CREATE_RULESET = 444;
  private static final long VERSION_FLAG = 1;
  private static final int PR_GET_SECCOMP = 21;

  private Confinement() {}

  public static Requirement requirement() {
    long landlock = Math.max(0, Libc.syscall(CREATE_RULESET, 0, 0, VERSION_FLAG));
    boolean filters = Libc.prctl(PR_GET_SECCOMP, 0) >= 0;
    boolean whole = landlock > 0 && filters;
    return new Requirement(
        "isolation",
        whole,
        false,
        "candidates in processes of their own, "
            + (landlock > 0
                ? "which read libraries and write no file (Landlock " + landlock + ")"
                : "which can read files (no Landlock)")
            + (filters
                ? ", and make listed system calls only (seccomp)"
                : ", and can make any system call (no seccomp)"),
        whole
            ? ""
            : "Linux 5.13 or newer with 'landlock' in its list of security modules (lsm=), and a"
                + " container that allows both, confine candidates.");
  }
}

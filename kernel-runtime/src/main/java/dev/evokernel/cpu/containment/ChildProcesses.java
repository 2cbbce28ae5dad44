package dev.evokernel.cpu.containment;

import module java.base;

import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.backend.file.Unconfined;

/**
 * Descendants of this process. This process adopts orphans, so that a child's child is still a
 * descendant after the child has ended, also in a new session or process group.
 *
 * <p>Earlier baselines, their children, and tools that evo runs do not belong to a candidate.
 */
record ChildProcesses(Set<Long> known) implements StateTrace {

  private static final int ROUNDS = 100;
  private static final int LONGEST_COMMAND = 80;

  static ChildProcesses now() {
    return new ChildProcesses(
        Libc.hasChildren()
            ? ProcessHandle.current()
                .descendants()
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet())
            : Set.of());
  }

  /** Kills new processes, which would disturb the next measurement and outlive this process. */
  @Override
  public List<String> changes() {
    var found = new ArrayList<String>();
    var seen = new HashSet<Long>();
    for (int i = 0; i < ROUNDS && Libc.hasChildren(); i++) {
      List<ProcessHandle> strays =
          ProcessHandle.current().descendants().filter(this::isStray).toList();
      if (strays.isEmpty()) {
        return found;
      }
      for (ProcessHandle stray : strays) {
        if (seen.add(stray.pid()) && !isZombie(stray)) {
          found.add("process %d (%s)".formatted(stray.pid(), command(stray)));
        }
        Unconfined.supply(stray::destroyForcibly);
        Libc.reap(stray.pid());
      }
    }
    return found;
  }

  /** Whether this process has a child but had none before. */
  boolean seemsChanged() {
    return known.isEmpty() && Libc.hasChildren();
  }

  private boolean isStray(ProcessHandle process) {
    return !known.contains(process.pid())
        && process.parent().map(parent -> !known.contains(parent.pid())).orElse(true)
        && !ToolRun.started(environment(process));
  }

  /**
   * Environment of a process. A confined thread may be unable to read it, but other threads can.
   */
  private static String environment(ProcessHandle process) {
    return Unconfined.supply(() -> ProcFile.text("/proc/%d/environ".formatted(process.pid())));
  }

  private static boolean isZombie(ProcessHandle process) {
    List<String> fields = ProcFile.statFields("/proc/%d/stat".formatted(process.pid()));
    return fields.isEmpty() || fields.getFirst().equals("Z");
  }

  private static String command(ProcessHandle process) {
    String words =
        ProcFile.text("/proc/%d/cmdline".formatted(process.pid())).replace('\0', ' ').strip();
    if (words.equals(ProcFile.text("/proc/self/cmdline").replace('\0', ' ').strip())) {
      return "a fork of the worker";
    }
    return words.length() > LONGEST_COMMAND ? words.substring(0, LONGEST_COMMAND) + "…" : words;
  }
}

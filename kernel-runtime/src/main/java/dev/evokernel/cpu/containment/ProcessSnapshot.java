package dev.evokernel.cpu.containment;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Snapshot;
import dev.evokernel.backend.file.Leftovers;
import java.util.ArrayList;
import java.util.List;

/**
 * State of this process and the calling thread before a candidate of machine code is loaded.
 *
 * <p>After a finding, the process is replaced. That undoes everything except started processes,
 * which are killed at once.
 */
public final class ProcessSnapshot implements Snapshot {

  static {
    var _ = System.getenv(); // The first call sets the handling of SIGCHLD.
  }

  /** Handling of SIGBUS and SIGSEGV at the last snapshot. */
  private static NamedSettings faults = NamedSettings.faultActions();

  private final FloatingPoint floatingPoint = new FloatingPoint();
  private final Threads threads = Threads.now();
  private final ChildProcesses children = ChildProcesses.now();
  private final List<StateTrace> settings =
      List.of(
          NamedSettings.signalActions(),
          NamedSettings.resourceLimits(),
          NamedSettings.intervalTimers(),
          NamedSettings.ofThread(),
          NamedSettings.environment(),
          NamedSettings.patchedCode(),
          Descriptors.now());

  private ProcessSnapshot() {}

  /** Takes a snapshot. Until it is closed, this process adopts orphans of its descendants. */
  public static ProcessSnapshot take() {
    Libc.adoptOrphans(true);
    faults = NamedSettings.faultActions();
    return new ProcessSnapshot();
  }

  /**
   * Compares the handling of faults with that at the last snapshot. A candidate could protect its
   * outputs and compute in a handler, when evo reads them.
   *
   * @throws RejectionException if it differs
   */
  public static void requireUsualFaults() {
    new Leftovers(faults.changes())
        .rejection()
        .ifPresent(
            rejected -> {
              throw new RejectionException(rejected.reason(), rejected.message());
            });
  }

  @Override
  public Leftovers leftBehind() {
    var found = new ArrayList<String>(floatingPoint.changes());
    found.addAll(children.changes());
    found.addAll(threads.changes());
    settings.forEach(trace -> found.addAll(trace.changes()));
    return new Leftovers(found);
  }

  /**
   * After closing, leftovers of a baseline are not children of this process and not reaped here.
   */
  @Override
  public void close() {
    Libc.adoptOrphans(false);
  }

  @Override
  public boolean isDisturbed() {
    return floatingPoint.isChanged() || children.seemsChanged() || threads.seemsChanged();
  }
}

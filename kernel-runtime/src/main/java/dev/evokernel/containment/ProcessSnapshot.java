package dev.evokernel.containment;

import dev.evokernel.backend.Leftovers;
import dev.evokernel.backend.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * This process and the calling thread before a candidate of machine code is loaded.
 *
 * <p>Whatever is found, the process is to be replaced: that undoes everything but processes, which
 * are killed at once, and is done once for each liar.
 */
public final class ProcessSnapshot implements Snapshot {

  static {
    var _ = System.getenv(); // The first call sets how SIGCHLD is handled.
  }

  private final FloatingPoint floatingPoint = FloatingPoint.now();
  private final Threads threads = Threads.now();
  private final ChildProcesses children = ChildProcesses.now();
  private final List<StateTrace> others =
      List.of(
          NumberedSettings.signalActions(),
          NumberedSettings.resourceLimits(),
          NumberedSettings.intervalTimers(),
          NamedSettings.ofThread(),
          NamedSettings.environment(),
          Descriptors.now());

  private ProcessSnapshot() {}

  /** Of this moment. Until it is closed this process adopts its descendants' orphans. */
  public static ProcessSnapshot take() {
    Libc.adoptOrphans(true);
    return new ProcessSnapshot();
  }

  @Override
  public Leftovers leftBehind() {
    var found = new ArrayList<String>(floatingPoint.changes());
    found.addAll(children.changes());
    found.addAll(threads.changes());
    others.forEach(trace -> found.addAll(trace.changes()));
    return new Leftovers(found);
  }

  /** What a baseline leaves later is no child of this process, and is not reaped here. */
  @Override
  public void close() {
    Libc.adoptOrphans(false);
  }

  @Override
  public boolean isDisturbed() {
    return floatingPoint.isChanged() || children.seemsChanged() || threads.seemsChanged();
  }
}

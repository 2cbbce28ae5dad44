package dev.evokernel.run.finals;

import module java.base;

import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.run.evaluation.KernelNotes;
import dev.evokernel.run.evaluation.TimeLeft;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;

/** Processes of the finals that open together, before the first one measures. */
public final class OpenAhead {

  /** The most processes of all devices. */
  private static final int MOST = 4;

  /** Memory of a GPU that a process needs besides. */
  private static final long CONTEXT_BYTES = 1L << 30;

  private final RunSpec spec;
  private final RunWorkers workers;
  private final TimeLeft left;
  private final int most;

  public OpenAhead(RunSpec spec, RunWorkers workers, TimeLeft left) {
    this.spec = spec;
    this.workers = workers;
    this.left = left;
    this.most = workers.primary().opensAhead() ? fitting() : 0;
    left.planner().opensAhead(most);
  }

  /** Counts the processes of each device, at most as many as fit half of its memory. */
  private int fitting() {
    long buffers = new KernelNotes(spec.kernel()).processBytes(spec.shapes());
    long room = workers.primary().limits().value(Limit.MEMORY) / 2 / (CONTEXT_BYTES + buffers);
    return (int) Math.min(room, Math.ceilDiv(MOST, workers.devices().size()));
  }

  /**
   * Starts as many finals processes as time allows, in parallel with the examinations unless they
   * share cores.
   */
  public void beside(Callable<Object> examinations) throws InterruptedException {
    int ofEachDevice = Math.min(most, left.processesAhead());
    left.planner().opensAhead(ofEachDevice);
    var tasks = new ArrayList<Callable<Object>>();
    workers.devices().forEach(device -> tasks.add(() -> device.openAhead(ofEachDevice)));
    if (spec.backend().compilingDisturbsTiming()) { // The examinations compare times, too.
      Concurrently.all(tasks);
      tasks.clear();
    }
    tasks.add(examinations);
    Concurrently.all(tasks);
    if (workers.primary().opensAhead() && ofEachDevice == 0) { // They need the search's memory.
      workers.devices().forEach(RunDevice::renew);
    }
  }
}

package dev.evokernel.cpu;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.MiniatureTiming;
import java.util.List;

/**
 * Arguments of a miniature in this process's memory. A miniature may take only microseconds, so
 * calls are timed in batches of half a millisecond. The fastest batch counts, because other
 * processes only make a batch slower.
 */
final class CpuMiniatureBench implements MiniatureBench {

  private static final long BATCH_NANOS = 500_000;
  private static final int MOST_CALLS = 10_000;

  private final Shape shape;
  private final DeviceLimits limits;
  private final Inputs inputs;
  private final CpuBuffers buffers;
  private final Runnable discarded;

  CpuMiniatureBench(Kernel small, DeviceLimits limits, Runnable discarded) {
    this.shape = small.shapes().getFirst();
    this.limits = limits;
    this.inputs = new Inputs(small, shape, InputSet.usual(0));
    this.discarded = discarded;
    this.buffers = new CpuBuffers(small, shape, GuardedBuffer.Side.END);
    buffers.hold(inputs, false);
  }

  @Override
  public MiniatureTiming time(Program program, int repetitions) {
    var own = (CpuProgram) program.on(shape);
    CandidateProcess process = own.process();
    var call = new NativeCall(own, shape, limits, buffers::data, buffers).frames();
    own.fill(inputs);
    buffers.restore(inputs);
    nanos(process, call, 1);
    long once = Math.max(1, nanos(process, call, 1));
    int launches = Math.clamp(BATCH_NANOS / once, 1, MOST_CALLS);
    var timer = new QuietTimer(process::waitedNanos, discarded);
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < repetitions; i++) {
      fastest = Math.min(fastest, Math.max(1, timer.time(() -> nanos(process, call, launches))));
    }
    CandidateProcesses.ofThisProcess().stop();
    return MiniatureTiming.ofCall(fastest / (double) launches);
  }

  @Override
  public void close() {
    inputs.close();
    buffers.close();
  }

  private static long nanos(
      CandidateProcess process, List<CandidateProcess.Frame> call, int launches) {
    process.ready(List.of(call), call, "while it was timed");
    return process.launch(launches, Batch.NONE);
  }
}

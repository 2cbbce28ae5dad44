package dev.evokernel.cpu;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.cpu.host.QuietTimer;
import dev.evokernel.cpu.host.RunDelay;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.outcome.MiniatureTiming;
import java.lang.invoke.MethodHandle;

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
  private final QuietTimer timer;

  CpuMiniatureBench(Kernel small, DeviceLimits limits, Runnable discarded) {
    this.shape = small.shapes().getFirst();
    this.limits = limits;
    this.inputs = new Inputs(small, shape, InputSet.usual(0));
    this.timer = new QuietTimer(RunDelay.ofThisThread()::nanos, discarded);
    this.buffers = new CpuBuffers(small, shape, GuardedBuffer.Side.END);
    buffers.hold(inputs, false);
  }

  @Override
  public MiniatureTiming time(Program program, int repetitions) {
    MethodHandle call =
        new NativeCall((CpuProgram) program.on(shape), shape, limits, buffers::data, buffers)
            .bound();
    ((CpuProgram) program.on(shape)).symbols().fill(inputs);
    buffers.restore(inputs);
    NativeCall.perform(call);
    long once = Math.max(1, nanos(call, 1));
    int calls = Math.clamp(BATCH_NANOS / once, 1, MOST_CALLS);
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < repetitions; i++) {
      fastest = Math.min(fastest, Math.max(1, timer.time(() -> nanos(call, calls))));
    }
    return MiniatureTiming.ofCall(fastest / (double) calls);
  }

  @Override
  public void close() {
    inputs.close();
    buffers.close();
  }

  private static long nanos(MethodHandle call, int calls) {
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      NativeCall.perform(call);
    }
    return System.nanoTime() - start;
  }
}

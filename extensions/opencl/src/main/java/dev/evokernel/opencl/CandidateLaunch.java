package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.kernel.data.CacheState;

/**
 * Calls of one candidate on one shape, which differ in their buffers. Each is a list of launches,
 * one after the other.
 */
final class CandidateLaunch implements AutoCloseable {

  private final ClContext context;
  private final BatchTimer timer;
  private final BufferCalls<List<ClKernel>> calls;
  private final ScratchMemory scratch;
  private final String running;

  /**
   * @param calls the kernel objects of all launches; closed together with this
   * @param scratch memory of the launches; closed together with this
   */
  CandidateLaunch(
      ClContext context,
      BatchTimer timer,
      BufferCalls<List<ClKernel>> calls,
      ScratchMemory scratch) {
    this.context = context;
    this.timer = timer;
    this.calls = calls;
    this.scratch = scratch;
    this.running =
        calls.make(2).of(0, false).stream()
            .map(ClKernel::name)
            .collect(Collectors.joining("' and '", "running '", "'"));
  }

  ScratchMemory scratch() {
    return scratch;
  }

  /** Launches once on the first set and waits. */
  void once() {
    calls.of(0, false).forEach(launch -> launch.enqueue(context));
    context.finish(running);
  }

  /**
   * Times a batch, in nanoseconds.
   *
   * @param odd whether a launch, from 0, reads the second inputs
   * @param preparation precedes each launch that reads the first set's inputs and writes the
   *     second's outputs; empty for hot launches that need none
   */
  long time(Batch batch, IntPredicate odd, Optional<BiConsumer<BufferSet, BufferSet>> preparation) {
    int each = calls.of(0, false).size();
    IntFunction<List<ClKernel>> call = i -> calls.of(odd.test(i) ? 1 : 0, i == batch.probed());
    if (preparation.isEmpty() && batch.cache() == CacheState.HOT) {
      return timer.together(
          each * batch.launches(), i -> call.apply(i / each).get(i % each), running);
    }
    long sum = 0;
    for (int i = 0; i < batch.launches(); i++) {
      BufferSet from = odd.test(i) ? BufferSet.SECOND : BufferSet.FIRST;
      BufferSet to = i == batch.probed() ? BufferSet.SECOND : BufferSet.FIRST;
      preparation.ifPresent(needed -> needed.accept(from, to));
      sum +=
          each == 1
              ? timer.alone(call.apply(i).getFirst(), running)
              : timer.together(each, call.apply(i)::get, running);
    }
    return sum;
  }

  @Override
  public void close() {
    calls.made().flatMap(List::stream).forEach(ClKernel::close);
    scratch.close();
  }
}

package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.memory.DeviceLaunch;
import dev.evokernel.kernel.CacheState;

/**
 * Calls of one candidate on one shape, which differ in their buffers. Each is a list of launches,
 * one after the other.
 *
 * @param calls the kernel objects of all launches; closed together with this
 * @param restore precedes each launch that reads the first set's inputs and writes the second's
 *     outputs; empty where no output has given contents
 */
record CandidateLaunch(
    ClContext context,
    BatchTimer timer,
    BufferCalls<List<ClKernel>> calls,
    OpenClScratch scratch,
    Optional<BiConsumer<BufferSet, BufferSet>> restore,
    CacheFlush flush)
    implements DeviceLaunch {

  @Override
  public Optional<String> damagedScratch() {
    return scratch.damaged();
  }

  @Override
  public void once() {
    calls.of(0, false).forEach(launch -> launch.enqueue(context));
    context.finish(running());
  }

  @Override
  public long time(Batch batch, boolean alternating) {
    boolean cold = batch.cache() == CacheState.COLD;
    IntUnaryOperator from = i -> alternating ? (batch.begin() + i) % 2 : 0;
    String running = running();
    int each = calls.of(0, false).size();
    IntFunction<List<ClKernel>> call = i -> calls.of(from.applyAsInt(i), i == batch.probed());
    if (restore.isEmpty() && !cold) {
      return timer.together(
          each * batch.launches(), i -> call.apply(i / each).get(i % each), running);
    }
    long sum = 0;
    for (int i = 0; i < batch.launches(); i++) {
      BufferSet read = BufferSet.at(from.applyAsInt(i));
      BufferSet to = i == batch.probed() ? BufferSet.SECOND : BufferSet.FIRST;
      restore.ifPresent(needed -> needed.accept(read, to));
      if (cold) {
        flush.enqueue();
      }
      sum +=
          each == 1
              ? timer.alone(call.apply(i).getFirst(), running)
              : timer.together(each, call.apply(i)::get, running);
    }
    return sum;
  }

  private String running() {
    return calls.of(0, false).stream()
        .map(ClKernel::name)
        .collect(Collectors.joining("' and '", "running '", "'"));
  }

  @Override
  public void close() {
    calls.made().flatMap(List::stream).forEach(ClKernel::close);
    scratch.close();
  }
}

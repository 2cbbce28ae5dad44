package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import java.lang.foreign.MemorySegment;
import java.util.List;
import jcuda.Pointer;

/**
 * Arguments of a miniature in device memory, and the cycles that its blocks write.
 *
 * <p>The throughput of a core, and so the time of each block, depends on the number of blocks that
 * the core holds. Two blocks cannot be placed on one core on purpose, because the device
 * distributes blocks over all cores in turn. There are therefore two launches: one gives every core
 * a block, the other gives every core as many blocks as it holds. Both keep the memory system as
 * busy as a real launch does.
 */
final class CudaMiniatureBench implements MiniatureBench {

  private static final byte UNTOUCHED = (byte) 0xFF;

  private final Shape shape;
  private final Launches launches;
  private final Handles.Stream stream;
  private final BufferLayout layout;
  private final Memory buffers;
  private final Memory cycles;

  CudaMiniatureBench(Kernel small, Launches launches, Handles.Stream stream, int room) {
    this.shape = small.shapes().getFirst();
    this.launches = launches;
    this.stream = stream;
    this.layout = BufferLayout.of(small, shape, Buffers.ALIGNMENT);
    this.buffers = Memory.allocate(layout.bytes());
    this.cycles = Memory.allocate((long) room * Long.BYTES);
    for (BufferLayout.Slot input : layout.inputs()) {
      InputFill fill = InputFill.of(small, shape, InputSet.usual(0), input.filled());
      fill.write(input.bytes(), all -> Memory.upload(all, buffers.at(input.offset())));
    }
  }

  @Override
  public MiniatureTiming time(Program program, int repetitions) {
    try (var scratch = new CudaScratch(BufferLayout.GUARD)) {
      return time((CudaProgram) program.on(shape), repetitions, scratch);
    }
  }

  private MiniatureTiming time(CudaProgram loaded, int repetitions, CudaScratch scratch) {
    Call whole =
        launches
            .ofCandidate(layout, shape, loaded, scratch, List.of("cycles"))
            .at(slot -> buffers.at(slot.offset()))
            .getFirst();
    var preparation =
        new Preparation((_, slot) -> buffers.at(slot.offset()), layout, loaded.symbols(layout));
    int resident = launches.resident(whole);
    if (resident == 0) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A multiprocessor does not hold a single block of %s threads with %d registers each."
              .formatted(whole.block(), loaded.entry(0).registers()));
    }
    MiniatureLaunches plan =
        MiniatureLaunches.of(
            whole.grid(),
            whole.cluster().map(Call.Extents::x).orElse(1),
            resident,
            launches.cores());
    String doing = "%s with blocks of %s threads".formatted(loaded.entry(), whole.block());
    MemorySegment written = Call.pointer(cycles.at(0));
    double alone = ticks(whole.with(plan.alone(), written), preparation, repetitions, doing);
    double crowded =
        plan.crowded().equals(plan.alone())
            ? alone
            : ticks(whole.with(plan.crowded(), written), preparation, repetitions, doing);
    return new MiniatureTiming(
        alone,
        crowded,
        plan.neighbours(),
        plan.resident(),
        launches.cores(),
        launches.resources(loaded, List.of(whole)));
  }

  @Override
  public void close() {
    buffers.close();
    cycles.close();
  }

  /** Median over the repetitions of a block's mean time. */
  private double ticks(Call call, Preparation preparation, int repetitions, String doing) {
    long[] ofBlocks = new long[Math.toIntExact(call.grid().product())];
    long bytes = (long) ofBlocks.length * Long.BYTES;
    double[] samples = new double[repetitions];
    for (int i = -1; i < repetitions; i++) {
      machine(cuMemsetD8Async(cycles.at(0), UNTOUCHED, bytes, stream), "clearing cycles");
      machine(preparation.enqueue(BufferSet.FIRST, BufferSet.FIRST, stream), "filling inputs");
      candidate(call.launch(stream), "launching " + doing);
      candidate(cuStreamSynchronize(stream), "running " + doing);
      machine(cuMemcpyDtoH(Pointer.to(ofBlocks), cycles.at(0), bytes), "reading cycles");
      if (i >= 0) {
        samples[i] = MiniatureLaunches.mean(ofBlocks);
      }
    }
    return Samples.of(samples).p50();
  }
}

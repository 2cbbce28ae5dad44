package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import module java.base;

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
    Grids plan =
        Grids.of(
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
        samples[i] = Grids.mean(ofBlocks);
      }
    }
    return Samples.of(samples).p50();
  }

  /**
   * Grids of a miniature's launches: the first blocks of the grid that its shape fills. A grid that
   * the device holds at once is not cut, because persistent blocks divide the problem by the size
   * of the grid.
   *
   * @param alone gives each core one block
   * @param crowded gives each core as many blocks as it holds
   * @param neighbours blocks on a core in the crowded launch
   * @param resident blocks that a core holds
   */
  record Grids(Call.Extents alone, Call.Extents crowded, int neighbours, int resident) {

    /**
     * @param whole the grid that the shape fills; only its first axis is cut
     * @param cluster blocks of a cluster along that axis
     */
    static Grids of(Call.Extents whole, int cluster, int resident, int cores) {
      long held = (long) cores * resident;
      Call.Extents crowded = whole.product() <= held ? whole : cut(whole, cluster, held);
      Call.Extents alone = whole.product() <= held ? whole : cut(whole, cluster, cores);
      int neighbours = Math.toIntExact(Math.ceilDiv(crowded.product(), cores));
      return new Grids(alone, crowded, neighbours, resident);
    }

    static double mean(long[] cycles) {
      OptionalInt silent =
          IntStream.range(0, cycles.length).filter(block -> cycles[block] <= 0).findFirst();
      if (silent.isPresent()) {
        throw new RejectionException(
            Rejection.WRONG_RESULT,
            "Block %d of %d wrote no cycles. One thread of each block must write the difference of two clock64() to the entry's last parameter, 'long long *cycles'."
                .formatted(silent.getAsInt(), cycles.length));
      }
      return Arrays.stream(cycles).average().orElseThrow();
    }

    private static Call.Extents cut(Call.Extents whole, int cluster, long blocks) {
      long across = (long) whole.y() * whole.z();
      long x = Math.clamp(blocks / across, 1, whole.x());
      long inClusters = Math.max(cluster, x / cluster * cluster);
      return new Call.Extents(Math.toIntExact(inClusters), whole.y(), whole.z());
    }
  }
}

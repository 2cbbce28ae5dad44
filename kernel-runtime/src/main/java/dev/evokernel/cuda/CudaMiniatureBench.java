package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import java.util.List;
import jcuda.Pointer;

/**
 * A miniature's arguments in device memory, and the cycles that its blocks write.
 *
 * <p>The throughput of a core depends on how many blocks it holds, and so does the time of each.
 * Two blocks cannot be placed on one core on purpose: the device distributes blocks over all of its
 * cores in turn. So there are two launches, one that gives every core a block and one that gives
 * every core as many as it holds; both leave the memory system as busy as a real launch does.
 */
final class CudaMiniatureBench implements MiniatureBench {

  private static final byte UNTOUCHED = (byte) 0xFF;

  private final Shape shape;
  private final Launches launches;
  private final Handles.Stream stream;
  private final Layout layout;
  private final Memory buffers;
  private final Memory cycles;

  /**
   * @param room blocks that the device holds at the most
   */
  CudaMiniatureBench(Kernel small, Launches launches, Handles.Stream stream, int room) {
    this.shape = small.shapes().getFirst();
    this.launches = launches;
    this.stream = stream;
    this.layout = Layout.of(small, shape);
    this.buffers = Memory.allocate(layout.bytes());
    this.cycles = Memory.allocate((long) room * Long.BYTES);
    var upload = new InputUpload(small, shape);
    layout
        .inputs()
        .forEach(slot -> upload.fill(slot, InputSet.usual(0), buffers.at(slot.offset())));
  }

  @Override
  public MiniatureTiming time(Program program, int repetitions) {
    try (var scratch = new ScratchMemory(Layout.GUARD)) {
      return time((CudaProgram) program.on(shape), repetitions, scratch);
    }
  }

  private MiniatureTiming time(CudaProgram loaded, int repetitions, ScratchMemory scratch) {
    Call whole =
        launches
            .ofCandidate(layout, shape, loaded, scratch, List.of("cycles"))
            .at(slot -> buffers.at(slot.offset()));
    var preparation =
        new Preparation((_, slot) -> buffers.at(slot.offset()), layout, loaded.symbols(layout));
    int resident = launches.resident(whole);
    if (resident == 0) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A multiprocessor does not hold a single block of %s threads with %d registers each."
              .formatted(whole.block(), loaded.registers()));
    }
    MiniatureLaunches plan =
        MiniatureLaunches.of(
            whole.grid(),
            whole.cluster().map(Call.Extents::x).orElse(1),
            resident,
            launches.cores());
    String doing = "%s with blocks of %s threads".formatted(loaded.entry(), whole.block());
    double alone =
        ticks(
            MiniatureLaunches.withGrid(whole, plan.alone(), cycles.at(0)),
            preparation,
            repetitions,
            doing);
    double crowded =
        plan.crowded().equals(plan.alone())
            ? alone
            : ticks(
                MiniatureLaunches.withGrid(whole, plan.crowded(), cycles.at(0)),
                preparation,
                repetitions,
                doing);
    return new MiniatureTiming(
        alone,
        crowded,
        plan.neighbours(),
        plan.resident(),
        launches.cores(),
        new Resources(
            loaded.registers(),
            loaded.localBytes(),
            loaded.staticShared(),
            whole.shared(),
            launches.occupancy(whole)));
  }

  @Override
  public void close() {
    buffers.close();
    cycles.close();
  }

  /** The median over the repetitions of the mean time of a block. */
  private double ticks(Call call, Preparation preparation, int repetitions, String doing) {
    long[] each = new long[Math.toIntExact(call.grid().product())];
    double[] samples = new double[repetitions];
    for (int i = -1; i < repetitions; i++) {
      machine(
          cuMemsetD8Async(cycles.at(0), UNTOUCHED, (long) each.length * Long.BYTES, stream),
          "clearing cycles");
      machine(preparation.enqueue(BufferSet.FIRST, BufferSet.FIRST, stream), "filling inputs");
      candidate(call.launch(stream), "launching " + doing);
      candidate(cuStreamSynchronize(stream), "running " + doing);
      machine(
          cuMemcpyDtoH(Pointer.to(each), cycles.at(0), (long) each.length * Long.BYTES),
          "reading cycles");
      if (i >= 0) {
        samples[i] = MiniatureLaunches.mean(each);
      }
    }
    return Samples.of(samples).p50();
  }
}

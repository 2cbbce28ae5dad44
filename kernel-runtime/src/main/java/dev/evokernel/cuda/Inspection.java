package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoD;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.Comparison;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import jcuda.Pointer;

/** The checks of {@code inspection.cu}, run on the device; numbers come back, not buffers. */
final class Inspection implements AutoCloseable {

  private static final int THREADS = 256;
  private static final int BLOCKS = 512;
  private static final int VERDICT_BYTES = 48;

  /**
   * A stretch of device memory.
   *
   * @param start where it lies
   */
  record Region(Handles.Address start, long bytes) {}

  private final Handles.Function compare;
  private final Handles.Function digest;
  private final Handles.Stream stream;
  private final int regionCount;
  private final Memory verdicts;
  private final Memory regions;
  private final Memory digests;

  /**
   * @param program a reference, which was compiled along with the checks
   * @param watched what {@link #digests} covers
   */
  Inspection(CudaProgram program, List<Region> watched, Handles.Stream stream) {
    this.compare = program.function("evo_compare");
    this.digest = program.function("evo_digest");
    this.stream = stream;
    this.regionCount = watched.size();
    this.verdicts = Memory.allocate((long) BLOCKS * VERDICT_BYTES);
    this.regions = Memory.allocate(16L * watched.size());
    this.digests = Memory.allocate(8L * watched.size());
    for (int i = 0; i < watched.size(); i++) {
      Region region = watched.get(i);
      upload(new long[] {region.start().value(), region.bytes()}, regions.at(16L * i));
    }
  }

  /** A digest of every watched region, in order. */
  long[] digests() {
    machine(cuMemsetD8Async(digests.at(0), (byte) 0, digests.bytes(), stream), "clearing digests");
    run(
        digest,
        new Call.Extents(BLOCKS, regionCount, 1),
        List.of(Call.pointer(regions.at(0)), Call.pointer(digests.at(0))));
    long[] values = new long[regionCount];
    machine(cuMemcpyDtoH(Pointer.to(values), digests.at(0), digests.bytes()), "reading digests");
    return values;
  }

  /** Compares two buffers element by element, in double precision. */
  Comparison compare(
      String argument,
      ElementType actualType,
      Handles.Address actual,
      ElementType expectedType,
      Handles.Address expected,
      long elements,
      Tolerance tolerance) {
    run(
        compare,
        new Call.Extents(BLOCKS, 1, 1),
        List.of(
            Call.scalar(ElementType.I32, 0, number(actualType)),
            Call.pointer(actual),
            Call.scalar(ElementType.I32, 0, number(expectedType)),
            Call.pointer(expected),
            Call.scalar(ElementType.I64, 0, elements),
            Call.scalar(ElementType.F64, tolerance.absolute(), 0),
            Call.scalar(ElementType.F64, tolerance.relative(), 0),
            Call.pointer(verdicts.at(0))));
    byte[] bytes = new byte[BLOCKS * VERDICT_BYTES];
    machine(cuMemcpyDtoH(Pointer.to(bytes), verdicts.at(0), bytes.length), "reading verdicts");
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    var whole = new Comparison(argument, elements, 0, 0, 0, 0, 0, -1);
    for (int block = 0; block < BLOCKS; block++) {
      whole = merge(whole, buffer, block * VERDICT_BYTES);
    }
    return whole;
  }

  @Override
  public void close() {
    verdicts.close();
    regions.close();
    digests.close();
  }

  private static Comparison merge(Comparison whole, ByteBuffer verdicts, int at) {
    long index = verdicts.getLong(at + 16);
    double excess = verdicts.getDouble(at + 40);
    boolean worse =
        excess > whole.excess() || (excess == whole.excess() && index < whole.worstIndex());
    return new Comparison(
        whole.argument(),
        whole.elements(),
        whole.wrong() + verdicts.getLong(at),
        whole.notFinite() + verdicts.getLong(at + 8),
        worse ? index : whole.worstIndex(),
        worse ? verdicts.getDouble(at + 24) : whole.actual(),
        worse ? verdicts.getDouble(at + 32) : whole.expected(),
        worse ? excess : whole.excess());
  }

  /** How {@code inspection.cu} tells types apart. */
  private static int number(ElementType type) {
    return switch (type) {
      case F16 -> 0;
      case BF16 -> 1;
      case F32 -> 2;
      case F64 -> 3;
      case I8 -> 4;
      case I32 -> 5;
      case I64 -> 6;
    };
  }

  private void run(Handles.Function function, Call.Extents grid, List<MemorySegment> arguments) {
    var call =
        new Call(function, grid, new Call.Extents(THREADS, 1, 1), Optional.empty(), 0, arguments);
    candidate(call.launch(stream), "checking");
    candidate(cuStreamSynchronize(stream), "checking");
  }

  private static void upload(long[] values, Handles.Address to) {
    machine(
        cuMemcpyHtoD(to, Pointer.to(values), 8L * values.length), "writing the table of regions");
  }
}

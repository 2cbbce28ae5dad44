package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.DeviceMemory;
import dev.evokernel.backend.memory.InputCopy;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.outcome.OutputComparison;
import jcuda.Pointer;

/** Checks of {@code inspection.cu}, run on the device; numbers come back, not buffers. */
final class Inspection implements DeviceMemory<Handles.Address>, AutoCloseable {

  private static final int THREADS = 256;
  private static final int BLOCKS = 512;
  private static final int VERDICT_BYTES = 48;

  /** Copies of inputs on this thread's device, which all shapes share. */
  static final ThreadLocal<Map<List<Object>, InputCopy<Handles.Address>>> COPIES =
      ThreadLocal.withInitial(HashMap::new);

  /** Secret of this process's digests, so that no kernel can compute one. */
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final long KEY = RANDOM.nextLong();
  private static final long FACTOR = RANDOM.nextLong() | 1;

  /** Key of the digests that are equal in every process. */
  private static final long OPEN_KEY = 0x6a09_e667_f3bc_c908L;

  private static final long OPEN_FACTOR = 0xbb67_ae85_84ca_a73bL;

  private final CudaProgram program;
  private final Map<String, Handles.Function> functions = new HashMap<>();
  private final Handles.Stream stream;
  private final Memory verdicts;

  /** Verdict of a comparison, then the count of its finished blocks. */
  private final Memory result;

  /**
   * @param program a reference that was compiled together with the checks
   */
  Inspection(CudaProgram program, Handles.Stream stream) {
    this.program = program;
    this.stream = stream;
    this.verdicts = Memory.allocate((long) BLOCKS * VERDICT_BYTES);
    this.result = Memory.allocate(VERDICT_BYTES + Long.BYTES);
  }

  @Override
  public Map<List<Object>, InputCopy<Handles.Address>> copies() {
    return COPIES.get();
  }

  @Override
  public Allocation<Handles.Address> allocate(long bytes) {
    Memory memory = Memory.allocate(bytes);
    return new Allocation<>(memory.start(), memory::close);
  }

  @Override
  public void upload(MemorySegment from, Handles.Address to) {
    Memory.upload(from, to);
  }

  @Override
  public void download(Handles.Address from, long offset, MemorySegment to) {
    Memory.download(from.plus(offset), to);
  }

  @Override
  public void finish(String doing) {
    machine(cuStreamSynchronize(stream), doing);
  }

  @Override
  public void fill(BufferLayout.Slot input, InputSet inputSet, Handles.Address to) {
    FillCode code = FillCode.of(input, inputSet);
    run(
        call(
            "evo_fill",
            BLOCKS,
            i32(input.argument().type().number()),
            Call.pointer(to),
            i64(input.elements()),
            i32(code.number()),
            f64(code.a()),
            f64(code.b()),
            i64(InputFill.stream(inputSet.seed(), input.position())),
            i32(code.special())));
  }

  @Override
  public Spread spread(String argument, Place<Handles.Address> buffer) {
    run(
        call(
            "evo_range",
            BLOCKS,
            i32(buffer.type().number()),
            Call.pointer(buffer.memory()),
            i64(buffer.elements()),
            Call.pointer(verdicts.at(0))));
    DoubleBuffer ends = read(verdicts.at(0), 2 * BLOCKS * Double.BYTES).asDoubleBuffer();
    return Spread.of(
        argument,
        IntStream.range(0, BLOCKS).mapToDouble(block -> ends.get(2 * block)),
        IntStream.range(0, BLOCKS).mapToDouble(block -> ends.get(2 * block + 1)));
  }

  @Override
  public Coating coating(List<Coat<Handles.Address>> coats) {
    Regions regions = Regions.coats(coats);
    Call call = call("evo_coat", regions.pieces(), Call.pointer(regions.table()));
    return new Coating() {
      @Override
      public void queue() {
        run(call);
      }

      @Override
      public void close() {
        regions.close();
      }
    };
  }

  @Override
  public Digests digests(List<Region<Handles.Address>> regions) {
    return digests(Regions.of(regions), KEY, FACTOR);
  }

  private Digests digests(Regions regions, long key, long factor) {
    Call call = digest(regions, regions.words(), key, factor);
    int bytes = regions.count() * Long.BYTES;
    return new Digests() {
      @Override
      public List<Long> compute() {
        if (bytes == 0) {
          return List.of();
        }
        fill(regions.words(), bytes, (byte) 0);
        run(call);
        LongBuffer words = read(regions.words(), bytes).asLongBuffer();
        return LongStream.generate(words::get).limit(regions.count()).boxed().toList();
      }

      @Override
      public void close() {
        regions.close();
      }
    };
  }

  /** Computes a digest that is equal in every process, and waits. */
  long open(Region<Handles.Address> region) {
    try (Digests digests = digests(Regions.of(List.of(region)), OPEN_KEY, OPEN_FACTOR)) {
      return digests.compute().getFirst();
    }
  }

  Call digest(Regions watched, Handles.Address digests) {
    return digest(watched, digests, KEY, FACTOR);
  }

  private Call digest(Regions watched, Handles.Address digests, long key, long factor) {
    return call(
        "evo_digest",
        watched.pieces(),
        Call.pointer(watched.table()),
        Call.pointer(digests),
        i64(key),
        i64(factor));
  }

  /**
   * Call that keeps the outputs of the first launch with wrong digests.
   *
   * @param distance in bytes from the outputs to their copies
   * @param first a word, initially -1, that receives this number
   */
  Call keep(
      Regions outputs,
      long distance,
      Handles.Address found,
      Handles.Address right,
      int count,
      int launch,
      Handles.Address first) {
    return call(
        "evo_keep",
        outputs.pieces(),
        Call.pointer(outputs.table()),
        i64(distance),
        Call.pointer(found),
        Call.pointer(right),
        i64(count),
        i64(launch),
        Call.pointer(first));
  }

  @Override
  public void copy(Handles.Address from, Handles.Address to, long bytes) {
    machine(cuMemcpyDtoDAsync(to, from, bytes, stream), "copying device memory");
  }

  @Override
  public void fill(Handles.Address memory, long bytes, byte value) {
    machine(cuMemsetD8Async(memory, value, bytes, stream), "filling device memory");
  }

  @Override
  public void widen(Place<Handles.Address> from, Handles.Address to) {
    run(
        call(
            "evo_widen",
            BLOCKS,
            i32(from.type().number()),
            Call.pointer(from.memory()),
            i64(from.elements()),
            Call.pointer(to)));
  }

  void run(Call call) {
    candidate(call.launch(stream), "checking");
  }

  @Override
  public OutputComparison compare(Pair<Handles.Address> pair) {
    Place<Handles.Address> actual = pair.actual();
    fill(result.start(), result.bytes(), (byte) 0);
    run(
        call(
            "evo_compare",
            Math.clamp(actual.elements() / THREADS, 1, BLOCKS),
            i32(actual.type().number()),
            Call.pointer(actual.memory()),
            i32(pair.expected().type().number()),
            Call.pointer(pair.expected().memory()),
            i64(actual.elements()),
            f64(pair.criterion().absolute()),
            f64(pair.criterion().relative()),
            i32(pair.criterion().strictnessNumber()),
            f64(pair.criterion().overflow()),
            Call.pointer(verdicts.at(0)),
            Call.pointer(result.at(VERDICT_BYTES)),
            Call.pointer(result.at(0))));
    ByteBuffer verdict = read(result.at(0), VERDICT_BYTES);
    return pair.criterion()
        .judged(
            new OutputComparison(
                pair.argument(),
                actual.elements(),
                verdict.getLong(),
                verdict.getLong(),
                verdict.getLong(),
                verdict.getDouble(),
                verdict.getDouble(),
                verdict.getDouble()));
  }

  private ByteBuffer read(Handles.Address from, int count) {
    candidate(cuStreamSynchronize(stream), "checking");
    byte[] bytes = new byte[count];
    machine(cuMemcpyDtoH(Pointer.to(bytes), from, count), "reading results");
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  @Override
  public long free() {
    return Memory.free();
  }

  @Override
  public String defect() {
    return "device memory, which may be defective. Run: nvidia-smi -q -d ECC";
  }

  @Override
  public void close() {
    verdicts.close();
    result.close();
  }

  private static MemorySegment i32(int value) {
    return Call.scalar(ElementType.I32, 0, value);
  }

  private static MemorySegment i64(long value) {
    return Call.scalar(ElementType.I64, 0, value);
  }

  private static MemorySegment f64(double value) {
    return Call.scalar(ElementType.F64, value, 0);
  }

  private Call call(String function, int blocks, MemorySegment... arguments) {
    return Call.plain(
        functions.computeIfAbsent(function, program::function),
        blocks,
        THREADS,
        List.of(arguments));
  }
}

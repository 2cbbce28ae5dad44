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
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.outcome.OutputComparison;
import jcuda.Pointer;

/**
 * Checks of {@code inspection.cu}, run on the device; numbers come back, not buffers. The checks of
 * one call are launched back to back, waited for once and read in one copy.
 */
final class Inspection implements DeviceMemory<Handles.Address>, AutoCloseable {

  private static final int THREADS = 256;
  private static final int BLOCKS = 512;
  private static final int VERDICT_BYTES = 48;
  private static final int WORD = Long.BYTES;

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

  record Look(Regions watched, List<Pair<Handles.Address>> compared, List<Call> calls) {
    Look {
      compared = List.copyOf(compared);
      calls = List.copyOf(calls);
    }
  }

  private final CudaProgram program;
  private final Map<String, Handles.Function> functions = new HashMap<>();
  private final Handles.Stream stream;
  private final int regions;
  private final int pairs;
  private final Memory verdicts;
  private final Memory results;

  /**
   * @param program a reference that was compiled together with the checks
   * @param regions upper bound of the regions that are watched at once
   * @param pairs upper bound of the pairs that are compared at once
   */
  Inspection(CudaProgram program, int regions, int pairs, Handles.Stream stream) {
    this.program = program;
    this.stream = stream;
    this.regions = regions;
    this.pairs = pairs;
    this.verdicts = Memory.allocate((long) BLOCKS * VERDICT_BYTES);
    this.results = Memory.allocate(tickets(pairs));
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
    candidate(cuStreamSynchronize(stream), "checking");
    byte[] bytes = new byte[2 * BLOCKS * Double.BYTES];
    machine(cuMemcpyDtoH(Pointer.to(bytes), verdicts.at(0), bytes.length), "reading results");
    DoubleBuffer ends = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asDoubleBuffer();
    return Spread.of(
        argument,
        IntStream.range(0, BLOCKS).mapToDouble(block -> ends.get(2 * block)),
        IntStream.range(0, BLOCKS).mapToDouble(block -> ends.get(2 * block + 1)));
  }

  Call coat(Regions coats) {
    return call("evo_coat", coats.pieces(), Call.pointer(coats.table()));
  }

  /** Call that adds the digest of each region to a word of a zeroed table. */
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
   * @param outputs to be copied
   * @param distance in bytes from the outputs to their copies
   * @param found the digests of the launch
   * @param right as many digests
   * @param launch its number, from 0
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

  /** Prepares digests of regions and comparisons element by element, in double precision. */
  Look look(Regions watched, List<Pair<Handles.Address>> compared) {
    if (watched.count() > regions || compared.size() > pairs) {
      throw new IllegalArgumentException(
          "At most %d regions and %d pairs can be checked at once, was %d and %d."
              .formatted(regions, pairs, watched.count(), compared.size()));
    }
    var calls = new ArrayList<Call>();
    calls.add(digest(watched, results.at(0)));
    for (int i = 0; i < compared.size(); i++) {
      calls.add(compare(compared.get(i), i));
    }
    return new Look(watched, compared, calls);
  }

  /** Prepares digests of regions that are equal in every process. */
  Look openly(Regions watched) {
    return new Look(
        watched, List.of(), List.of(digest(watched, results.at(0), OPEN_KEY, OPEN_FACTOR)));
  }

  @Override
  public Findings find(List<Place<Handles.Address>> watched, List<Pair<Handles.Address>> compared) {
    try (Regions kept =
        Regions.of(
            watched.stream()
                .map(place -> new Regions.Region(place.memory(), place.bytes()))
                .toList())) {
      return find(look(kept, compared));
    }
  }

  Findings find(Look look) {
    fill(results.start(), results.bytes(), (byte) 0);
    look.calls().forEach(this::run);
    candidate(cuStreamSynchronize(stream), "checking");
    byte[] bytes = new byte[Math.toIntExact(results.bytes())];
    machine(cuMemcpyDtoH(Pointer.to(bytes), results.at(0), bytes.length), "reading results");
    return read(
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()),
        look.watched().count(),
        look.compared());
  }

  @Override
  public void close() {
    verdicts.close();
    results.close();
  }

  private Call compare(Pair<Handles.Address> pair, int index) {
    return call(
        "evo_compare",
        Math.clamp(pair.actual().elements() / THREADS, 1, BLOCKS),
        i32(pair.actual().type().number()),
        Call.pointer(pair.actual().memory()),
        i32(pair.expected().type().number()),
        Call.pointer(pair.expected().memory()),
        i64(pair.actual().elements()),
        f64(pair.criterion().absolute()),
        f64(pair.criterion().relative()),
        i32(pair.criterion().strictnessNumber()),
        f64(pair.criterion().overflow()),
        Call.pointer(verdicts.at(0)),
        Call.pointer(results.at(tickets(index))),
        Call.pointer(results.at(wholes(index))));
  }

  private Findings read(ByteBuffer bytes, int digestCount, List<Pair<Handles.Address>> compared) {
    var digests = new ArrayList<Long>();
    for (int i = 0; i < digestCount; i++) {
      digests.add(bytes.getLong(i * WORD));
    }
    var comparisons = new ArrayList<OutputComparison>();
    for (int i = 0; i < compared.size(); i++) {
      int at = Math.toIntExact(wholes(i));
      Pair<Handles.Address> pair = compared.get(i);
      comparisons.add(
          pair.criterion()
              .judged(
                  new OutputComparison(
                      pair.argument(),
                      pair.actual().elements(),
                      bytes.getLong(at),
                      bytes.getLong(at + 8),
                      bytes.getLong(at + 16),
                      bytes.getDouble(at + 24),
                      bytes.getDouble(at + 32),
                      bytes.getDouble(at + 40))));
    }
    return new Findings(digests, comparisons);
  }

  /** Offset of a pair's verdict among the results, after the digests. */
  private long wholes(int pair) {
    return (long) regions * WORD + (long) pair * VERDICT_BYTES;
  }

  /** Offset of a pair's count of finished blocks among the results, after the verdicts. */
  private long tickets(int pair) {
    return wholes(pairs) + (long) pair * WORD;
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

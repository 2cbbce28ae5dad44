package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.MemberBytes;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory;
import dev.evokernel.backend.memory.InputCopy;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.outcome.OutputComparison;

/** Checks of {@code inspection.cl}, run on the device; numbers come back, not buffers. */
final class Inspection implements DeviceMemory<ClMemory>, AutoCloseable {

  /** Types of elements in the order of their numbers in {@code inspection.cl}. */
  private static final List<ElementType> TYPES =
      List.of(
          ElementType.F16,
          ElementType.BF16,
          ElementType.F32,
          ElementType.F64,
          ElementType.I8,
          ElementType.I32,
          ElementType.I64,
          ElementType.I16,
          ElementType.U8,
          ElementType.U16,
          ElementType.U32,
          ElementType.U64);

  static final long ITEMS = 64;

  private static final int GROUPS = 256;
  private static final int VERDICT_WORDS = 6;

  private final ClContext context;
  private final ClKernel compare;
  private final ClKernel digest;
  private final ClKernel filler;
  private final ClKernel range;
  private final ClKernel widen;
  private final RegionDigests.Key secret;
  private final RegionDigests.Key open;
  private final ClMemory results;
  private final Map<List<Object>, InputCopy<ClMemory>> copies = new HashMap<>();

  Inspection(ClContext context, OpenClProgram program) {
    this.context = context;
    this.compare = program.kernel("evo_compare");
    this.digest = program.kernel("evo_digest");
    this.filler = program.kernel("evo_fill");
    this.range = program.kernel("evo_range");
    this.widen = program.kernel("evo_widen");
    this.secret = RegionDigests.Key.secret(context);
    this.open = RegionDigests.Key.open(context);
    this.results = context.allocate((long) GROUPS * VERDICT_WORDS * Long.BYTES, "results");
  }

  @Override
  public Digests digests(List<Region<ClMemory>> regions) {
    return new RegionDigests(context, digest, secret, regions);
  }

  /** Computes the digest of the first bytes of memory, equal in every process, and waits. */
  long open(ClMemory memory, long bytes) {
    var whole = List.of(new Region<>(memory, 0, bytes));
    try (Digests digests = new RegionDigests(context, digest, open, whole)) {
      return digests.compute().getFirst();
    }
  }

  @Override
  public Coating coating(List<Coat<ClMemory>> coats) {
    return () -> {
      for (Coat<ClMemory> coat : coats) {
        Region<ClMemory> region = coat.region();
        context.fill(region.memory(), region.offset(), region.bytes(), coat.value());
      }
    };
  }

  @Override
  public Map<List<Object>, InputCopy<ClMemory>> copies() {
    return copies;
  }

  @Override
  public Allocation<ClMemory> allocate(long bytes) {
    ClMemory memory = context.allocate(bytes, "inputs and expected outputs");
    return new Allocation<>(memory, memory::close);
  }

  @Override
  public void upload(MemorySegment from, ClMemory to) {
    context.upload(from, to, 0);
  }

  @Override
  public void download(ClMemory from, long offset, MemorySegment to) {
    context.download(from, offset, to);
  }

  @Override
  public void copy(ClMemory from, ClMemory to, long bytes) {
    context.copy(from, to, bytes);
  }

  @Override
  public void fill(ClMemory memory, long bytes, byte value) {
    context.fill(memory, 0, bytes, value);
  }

  @Override
  public void finish(String doing) {
    context.finish(doing);
  }

  @Override
  public String defect() {
    return "the memory of %s, which may be defective. Run a memory test of the device."
        .formatted(context.device().model());
  }

  @Override
  public void fill(Slot input, InputSet inputSet, ClMemory to) {
    FillCode code = FillCode.of(input, inputSet);
    pass(
        filler,
        to,
        number(input.argument().type()),
        input.elements(),
        code.number(),
        code.a(),
        code.b(),
        InputFill.stream(inputSet.seed(), input.position()),
        code.special());
    run(filler, input.elements());
  }

  @Override
  public void widen(Place<ClMemory> from, ClMemory to) {
    pass(widen, from.memory(), number(from.type()), from.elements(), to);
    run(widen, from.elements());
  }

  @Override
  public OutputComparison compare(Pair<ClMemory> pair) {
    Place<ClMemory> actual = pair.actual();
    Criterion criterion = pair.criterion();
    pass(
        compare,
        actual.memory(),
        number(actual.type()),
        pair.expected().memory(),
        number(pair.expected().type()),
        actual.elements(),
        criterion.absolute(),
        criterion.relative(),
        criterion.strictnessNumber(),
        criterion.overflow(),
        results);
    int groups = run(compare, actual.elements());
    ByteBuffer words = results(groups * VERDICT_WORDS);
    long wrong = 0;
    long notFinite = 0;
    int worst = 0;
    for (int group = 0; group < groups; group++) {
      wrong += words.getLong(at(group, 0));
      notFinite += words.getLong(at(group, 1));
      double excess = words.getDouble(at(group, 5));
      double greatest = words.getDouble(at(worst, 5));
      boolean earlier =
          Long.compareUnsigned(words.getLong(at(group, 2)), words.getLong(at(worst, 2))) < 0;
      worst = excess > greatest || (excess == greatest && earlier) ? group : worst;
    }
    return criterion.judged(
        new OutputComparison(
            pair.argument(),
            actual.elements(),
            wrong,
            notFinite,
            words.getLong(at(worst, 2)),
            words.getDouble(at(worst, 3)),
            words.getDouble(at(worst, 4)),
            words.getDouble(at(worst, 5))));
  }

  @Override
  public Spread spread(String argument, Place<ClMemory> buffer) {
    pass(range, buffer.memory(), number(buffer.type()), buffer.elements(), results);
    int groups = run(range, buffer.elements());
    DoubleBuffer ends = results(2 * groups).asDoubleBuffer();
    return Spread.of(
        argument,
        IntStream.range(0, groups).mapToDouble(group -> ends.get(2 * group)),
        IntStream.range(0, groups).mapToDouble(group -> ends.get(2 * group + 1)));
  }

  private static int at(int group, int word) {
    return (group * VERDICT_WORDS + word) * Long.BYTES;
  }

  private ByteBuffer results(int words) {
    MemorySegment found = Arena.ofAuto().allocate((long) words * Long.BYTES, Long.BYTES);
    context.download(results, 0, found);
    return found.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  private int run(ClKernel kernel, long elements) {
    int groups = Math.clamp(elements / ITEMS, 1, GROUPS);
    kernel.launches(List.of((long) groups), List.of(ITEMS));
    kernel.enqueue(context);
    return groups;
  }

  /** Sets all arguments of a check: memory, and numbers of their own Java type. */
  static void pass(ClKernel kernel, Object... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case ClMemory memory -> kernel.set(i, memory, "memory");
        case Integer whole -> kernel.set(i, bytes(ElementType.I32, whole), "a number");
        case Long whole -> kernel.set(i, bytes(ElementType.I64, whole), "a number");
        case Double real -> kernel.set(i, bytes(ElementType.F64, real), "a number");
        default -> throw new IllegalArgumentException("No type of C for " + arguments[i]);
      }
    }
  }

  static byte[] bytes(ElementType type, Number value) {
    return MemberBytes.number(type, value.doubleValue(), value.longValue())
        .toArray(ValueLayout.JAVA_BYTE);
  }

  private static EnvironmentException foreign(ElementType type) {
    return new EnvironmentException(
        "The backend 'opencl' has no elements of the type '%s', only %s. Give the section opencl its own 'arguments'."
            .formatted(type.label(), TYPES.stream().map(ElementType::label).toList()));
  }

  /**
   * Number of a type in {@code inspection.cl}.
   *
   * @throws EnvironmentException if there is none
   */
  static int number(ElementType type) {
    int number = TYPES.indexOf(type);
    if (number < 0) {
      throw foreign(type);
    }
    return number;
  }

  @Override
  public void close() {
    List.of(compare, digest, filler, range, widen).forEach(ClKernel::close);
    secret.close();
    open.close();
    results.close();
  }
}

package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Fill;
import dev.evokernel.opencl.BufferLayout.Region;
import dev.evokernel.opencl.BufferLayout.Slot;
import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClKernel;
import dev.evokernel.opencl.binding.ClMemory;
import dev.evokernel.opencl.binding.ClStatus;
import dev.evokernel.outcome.OutputComparison;

/** Checks of {@code inspection.cl}, run on the device; numbers come back, not buffers. */
final class Inspection implements AutoCloseable {

  /** Work-items of each group. */
  static final long ITEMS = 64;

  private static final int GROUPS = 256;
  private static final int VERDICT_WORDS = 6;

  /** Elements of one type at a place in device memory. */
  record Place(ClMemory memory, long offset, ElementType type, long elements) {}

  private final ClContext context;
  private final ClKernel compare;
  private final ClKernel digest;
  private final ClKernel filler;
  private final ClKernel range;
  private final ClKernel widen;
  private final ClMemory key;
  private final ClMemory results;

  /**
   * @param program built together with the checks
   */
  Inspection(ClContext context, OpenClProgram program) {
    this.context = context;
    this.compare = program.kernel("evo_compare");
    this.digest = program.kernel("evo_digest");
    this.filler = program.kernel("evo_fill");
    this.range = program.kernel("evo_range");
    this.widen = program.kernel("evo_widen");
    this.key = RegionDigests.Secret.upload(context);
    this.results =
        context.allocate(
            (long) GROUPS * VERDICT_WORDS * Long.BYTES,
            status -> ClStatus.machine(status, "allocating results"));
  }

  RegionDigests digests(ClMemory memory, List<Region> regions) {
    return new RegionDigests(context, digest, key, memory, regions);
  }

  /** Queues the fill of an input. */
  void fill(Slot input, InputSet inputSet, Place to) {
    Fill wanted = inputSet.fill(input.argument());
    int special = wanted instanceof Fill.Pierced ? 1 : wanted instanceof Fill.Sorted ? 2 : 0;
    FillCode code = FillCode.of(wanted instanceof Fill.Pierced(Fill rest) ? rest : wanted);
    filler.set(0, to.memory(), "memory");
    numbers(
        filler,
        1,
        to.offset(),
        number(to.type()),
        to.elements(),
        code.number(),
        code.a(),
        code.b(),
        InputFill.stream(inputSet.seed(), input.position()),
        special);
    run(filler, to.elements());
  }

  /** Code of a fill in {@code inspection.cl}, with the two parameters of its distribution. */
  private record FillCode(int number, double a, double b) {
    static FillCode of(Fill fill) {
      return switch (fill) {
        case Fill.Normal(double mean, double deviation) -> new FillCode(0, mean, deviation);
        case Fill.Uniform(double low, double high) -> new FillCode(1, low, high - low);
        case Fill.Constant(double value) -> new FillCode(2, value, 0);
        case Fill.Index() -> new FillCode(3, 0, 0);
        case Fill.Sorted(Fill rest) -> of(rest);
        case Fill.Given given ->
            throw new IllegalArgumentException("The device cannot compute the input " + given);
        case Fill.Pierced twice ->
            throw new IllegalArgumentException(
                "A fill with holes must not contain another: " + twice);
      };
    }
  }

  /** Queues a copy of elements to single precision. */
  void widen(Place from, Place to) {
    widen.set(0, from.memory(), "from");
    numbers(widen, 1, from.offset(), number(from.type()), from.elements());
    widen.set(4, to.memory(), "to");
    numbers(widen, 5, to.offset());
    run(widen, from.elements());
  }

  /** Compares two buffers element by element, in double precision, and waits. */
  OutputComparison compare(String argument, Place actual, Place expected, Criterion criterion) {
    compare.set(0, actual.memory(), "actual");
    numbers(compare, 1, actual.offset(), number(actual.type()));
    compare.set(3, expected.memory(), "expected");
    numbers(
        compare,
        4,
        expected.offset(),
        number(expected.type()),
        actual.elements(),
        criterion.absolute(),
        criterion.relative(),
        number(criterion.strictness()),
        criterion.overflow());
    compare.set(11, results, "verdicts");
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
            argument,
            actual.elements(),
            wrong,
            notFinite,
            words.getLong(at(worst, 2)),
            words.getDouble(at(worst, 3)),
            words.getDouble(at(worst, 4)),
            words.getDouble(at(worst, 5))));
  }

  /** Computes the range of the finite elements of a buffer, and waits. */
  Spread spread(String argument, Place buffer) {
    range.set(0, buffer.memory(), "memory");
    numbers(range, 1, buffer.offset(), number(buffer.type()), buffer.elements());
    range.set(4, results, "ends");
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
    byte[] bytes = new byte[words * Long.BYTES];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(bytes.length, Long.BYTES);
      context.download(results, 0, found);
      MemorySegment.copy(found, ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
  }

  /** Queues a launch on so many elements; returns its groups. */
  private int run(ClKernel kernel, long elements) {
    int groups = Math.clamp(elements / ITEMS, 1, GROUPS);
    kernel.launches(List.of((long) groups), List.of(ITEMS));
    kernel.enqueue(context);
    return groups;
  }

  private static void numbers(ClKernel kernel, int first, Number... values) {
    for (int i = 0; i < values.length; i++) {
      kernel.set(first + i, bytes(values[i]), "a number");
    }
  }

  private static byte[] bytes(Number value) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    return switch (value) {
      case Integer whole -> Arrays.copyOf(bytes.putInt(whole).array(), Integer.BYTES);
      case Long whole -> bytes.putLong(whole).array();
      case Double real -> bytes.putDouble(real).array();
      default -> throw new IllegalArgumentException("No type of C for " + value.getClass());
    };
  }

  /** Bytes of a number as a kernel's parameter of this type. */
  static byte[] bytes(ElementType type, Number value) {
    ByteBuffer bytes = ByteBuffer.allocate(type.bytes()).order(ByteOrder.nativeOrder());
    switch (type) {
      case F16, BF16, F32, F64 ->
          Elements.write(type, new double[] {value.doubleValue()}, 1, bytes);
      case I8 -> bytes.put((byte) value.longValue());
      case I32 -> bytes.putInt(Math.toIntExact(value.longValue()));
      case I64 -> bytes.putLong(value.longValue());
    }
    return bytes.array();
  }

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

  private static int number(Criterion.Strictness strictness) {
    return switch (strictness) {
      case FINITE -> 0;
      case MATCH -> 1;
      case SKIP -> 2;
    };
  }

  @Override
  public void close() {
    List.of(compare, digest, filler, range, widen).forEach(ClKernel::close);
    key.close();
    results.close();
  }
}

package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.MemberBytes;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Fill;
import dev.evokernel.opencl.BufferLayout.Region;
import dev.evokernel.opencl.BufferLayout.Slot;
import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClKernel;
import dev.evokernel.opencl.binding.ClMemory;
import dev.evokernel.outcome.OutputComparison;

/** Checks of {@code inspection.cl}, run on the device; numbers come back, not buffers. */
final class Inspection implements AutoCloseable {

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

  /** Work-items of each group. */
  static final long ITEMS = 64;

  private static final int GROUPS = 256;
  private static final int VERDICT_WORDS = 6;

  /** Elements of one type in device memory. */
  record Place(ClMemory memory, ElementType type, long elements) {
    long bytes() {
      return elements * type.bytes();
    }
  }

  private final ClContext context;
  private final ClKernel compare;
  private final ClKernel digest;
  private final ClKernel filler;
  private final ClKernel range;
  private final ClKernel widen;
  private final RegionDigests.Key secret;
  private final RegionDigests.Key open;
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
    this.secret = RegionDigests.Key.secret(context);
    this.open = RegionDigests.Key.open(context);
    this.results = context.allocate((long) GROUPS * VERDICT_WORDS * Long.BYTES, "results");
  }

  RegionDigests digests(ClMemory memory, List<Region> regions) {
    return new RegionDigests(context, digest, secret, memory, regions);
  }

  /** Computes the digest of the first bytes of memory, equal in every process, and waits. */
  long open(ClMemory memory, long bytes) {
    var whole = List.of(new Region(0, bytes));
    try (var digests = new RegionDigests(context, digest, open, memory, whole)) {
      return digests.compute().getFirst();
    }
  }

  /** Queues the fill of an input. */
  void fill(Slot input, InputSet inputSet, Place to) {
    Fill wanted = inputSet.fill(input.argument());
    int special = wanted instanceof Fill.Pierced ? 1 : wanted instanceof Fill.Sorted ? 2 : 0;
    FillCode code = FillCode.of(wanted instanceof Fill.Pierced(Fill rest) ? rest : wanted);
    pass(
        filler,
        to.memory(),
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
    pass(widen, from.memory(), number(from.type()), from.elements(), to.memory());
    run(widen, from.elements());
  }

  /** Compares two buffers element by element, in double precision, and waits. */
  OutputComparison compare(String argument, Place actual, Place expected, Criterion criterion) {
    pass(
        compare,
        actual.memory(),
        number(actual.type()),
        expected.memory(),
        number(expected.type()),
        actual.elements(),
        criterion.absolute(),
        criterion.relative(),
        List.of(Criterion.Strictness.values()).indexOf(criterion.strictness()),
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

  /** Queues a launch on so many elements; returns its groups. */
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

  /** Bytes of a number as a kernel's parameter of this type. */
  static byte[] bytes(ElementType type, Number value) {
    return MemberBytes.number(type, value.doubleValue(), value.longValue())
        .toArray(ValueLayout.JAVA_BYTE);
  }

  private static EnvironmentException foreign(ElementType type) {
    return new EnvironmentException(
        "The backend 'opencl' has no elements of the type '%s', only %s. Give the section opencl its own 'arguments'."
            .formatted(type.label(), TYPES.stream().map(ElementType::label).toList()));
  }

  private static int number(ElementType type) {
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

package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.InputFill;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Spread;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.outcome.OutputComparison;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jcuda.Pointer;

/**
 * The checks of {@code inspection.cu}, run on the device; numbers come back, not buffers. The
 * checks of one call are launched back to back, waited for once and read in one copy.
 */
final class Inspection implements AutoCloseable {

  private static final int THREADS = 256;
  private static final int BLOCKS = 512;
  private static final int VERDICT_BYTES = 48;
  private static final int WORD = Long.BYTES;

  /** An output and what it is compared with. */
  record Pair(
      String argument,
      ElementType actualType,
      Handles.Address actual,
      ElementType expectedType,
      Handles.Address expected,
      long elements,
      Criterion criterion) {}

  /**
   * The findings of one call.
   *
   * @param digests one for each region that was watched
   * @param comparisons one for each pair
   */
  record Findings(List<Long> digests, List<OutputComparison> comparisons) {
    Findings {
      digests = List.copyOf(digests);
      comparisons = List.copyOf(comparisons);
    }
  }

  /** Checks that are repeated, ready to be launched. */
  record Look(Regions watched, List<Pair> compared, List<Call> calls) {
    Look {
      compared = List.copyOf(compared);
      calls = List.copyOf(calls);
    }
  }

  private final Handles.Function compare;
  private final Handles.Function digest;
  private final Handles.Function filler;
  private final Handles.Function range;
  private final Handles.Function coat;
  private final Handles.Function keep;
  private final Handles.Function widen;
  private final Handles.Stream stream;
  private final int regions;
  private final int pairs;
  private final Memory verdicts;
  private final Memory results;

  /**
   * @param program a reference, which was compiled along with the checks
   * @param regions how many are watched at once, at most
   * @param pairs how many are compared at once, at most
   */
  Inspection(CudaProgram program, int regions, int pairs, Handles.Stream stream) {
    this.compare = program.function("evo_compare");
    this.digest = program.function("evo_digest");
    this.filler = program.function("evo_fill");
    this.range = program.function("evo_range");
    this.coat = program.function("evo_coat");
    this.keep = program.function("evo_keep");
    this.widen = program.function("evo_widen");
    this.stream = stream;
    this.regions = regions;
    this.pairs = pairs;
    this.verdicts = Memory.allocate((long) BLOCKS * VERDICT_BYTES);
    this.results = Memory.allocate(tickets(pairs));
  }

  /** Queues the writing of an input's elements. */
  void fill(
      Argument.Buffer argument,
      int position,
      InputSet inputSet,
      Handles.Address to,
      long elements) {
    Fill wanted = inputSet.fill(argument);
    Fill fill = wanted instanceof Fill.Pierced(Fill rest) ? rest : wanted;
    double a =
        switch (fill) {
          case Fill.Normal(double mean, double _) -> mean;
          case Fill.Uniform(double low, double _) -> low;
          case Fill.Constant(double value) -> value;
          case Fill.Index() -> 0;
          case Fill.Given given -> throw uploaded(given);
          case Fill.Pierced pierced -> throw twice(pierced);
        };
    double b =
        switch (fill) {
          case Fill.Normal(double _, double deviation) -> deviation;
          case Fill.Uniform(double low, double high) -> high - low;
          case Fill.Constant _, Fill.Index _ -> 0;
          case Fill.Given given -> throw uploaded(given);
          case Fill.Pierced pierced -> throw twice(pierced);
        };
    run(
        call(
            filler,
            new Call.Extents(BLOCKS, 1, 1),
            List.of(
                Call.scalar(ElementType.I32, 0, number(argument.type())),
                Call.pointer(to),
                Call.scalar(ElementType.I64, 0, elements),
                Call.scalar(ElementType.I32, 0, number(fill)),
                Call.scalar(ElementType.F64, a, 0),
                Call.scalar(ElementType.F64, b, 0),
                Call.scalar(ElementType.I64, 0, InputFill.stream(inputSet.seed(), position)),
                Call.scalar(ElementType.I32, 0, wanted.equals(fill) ? 0 : 1))));
  }

  /** The range of the finite elements of a buffer; waits for the result. */
  Spread spread(String argument, ElementType type, Handles.Address buffer, long elements) {
    run(
        call(
            range,
            new Call.Extents(BLOCKS, 1, 1),
            List.of(
                Call.scalar(ElementType.I32, 0, number(type)),
                Call.pointer(buffer),
                Call.scalar(ElementType.I64, 0, elements),
                Call.pointer(verdicts.at(0)))));
    candidate(cuStreamSynchronize(stream), "checking");
    byte[] bytes = new byte[2 * BLOCKS * Double.BYTES];
    machine(cuMemcpyDtoH(Pointer.to(bytes), verdicts.at(0), bytes.length), "reading results");
    DoubleBuffer ends = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asDoubleBuffer();
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int block = 0; block < BLOCKS; block++) {
      low = Math.min(low, ends.get(2 * block));
      high = Math.max(high, ends.get(2 * block + 1));
    }
    return new Spread(argument, low, high);
  }

  /** Fills each region with its byte, ready to be queued. */
  Call coat(Regions coats) {
    return call(coat, new Call.Extents(coats.pieces(), 1, 1), List.of(Call.pointer(coats.table())));
  }

  /** Adds the digest of each region to a word of a table, which is 0 before. */
  Call digest(Regions watched, Handles.Address digests) {
    return call(
        digest,
        new Call.Extents(watched.pieces(), 1, 1),
        List.of(Call.pointer(watched.table()), Call.pointer(digests)));
  }

  /**
   * Keeps the outputs of a launch if it is the first whose digests are not the right ones.
   *
   * @param outputs to be copied
   * @param distance in bytes from there to where they are kept
   * @param found the digests of the launch
   * @param right as many digests
   * @param launch its number, from 0
   * @param first a word, -1 before, that gets this number
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
        keep,
        new Call.Extents(outputs.pieces(), 1, 1),
        List.of(
            Call.pointer(outputs.table()),
            Call.scalar(ElementType.I64, 0, distance),
            Call.pointer(found),
            Call.pointer(right),
            Call.scalar(ElementType.I64, 0, count),
            Call.scalar(ElementType.I64, 0, launch),
            Call.pointer(first)));
  }

  /** Queues a copy within device memory. */
  void copy(Handles.Address from, Handles.Address to, long bytes) {
    machine(cuMemcpyDtoDAsync(to, from, bytes, stream), "copying device memory");
  }

  /** Queues the copying of elements to wider ones, which hold the same numbers. */
  void widen(ElementType type, Handles.Address from, Handles.Address to, long elements) {
    run(
        call(
            widen,
            new Call.Extents(BLOCKS, 1, 1),
            List.of(
                Call.scalar(ElementType.I32, 0, number(type)),
                Call.pointer(from),
                Call.scalar(ElementType.I64, 0, elements),
                Call.pointer(to))));
  }

  /** Queues a call of these checks. */
  void run(Call call) {
    candidate(call.launch(stream), "checking");
  }

  /** Digests of regions, and comparisons element by element, in double precision. */
  Look look(Regions watched, List<Pair> compared) {
    if (watched.count() > regions || compared.size() > pairs) {
      throw new IllegalArgumentException(
          "At most %d regions and %d pairs can be checked, was %d and %d."
              .formatted(regions, pairs, watched.count(), compared.size()));
    }
    var calls = new ArrayList<Call>();
    calls.add(digest(watched, results.at(0)));
    for (int i = 0; i < compared.size(); i++) {
      calls.add(compare(compared.get(i), i));
    }
    return new Look(watched, compared, calls);
  }

  Findings find(Look look) {
    machine(cuMemsetD8Async(results.at(0), (byte) 0, results.bytes(), stream), "clearing results");
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

  private Call compare(Pair pair, int index) {
    return call(
        compare,
        new Call.Extents(Math.clamp(pair.elements() / THREADS, 1, BLOCKS), 1, 1),
        List.of(
            Call.scalar(ElementType.I32, 0, number(pair.actualType())),
            Call.pointer(pair.actual()),
            Call.scalar(ElementType.I32, 0, number(pair.expectedType())),
            Call.pointer(pair.expected()),
            Call.scalar(ElementType.I64, 0, pair.elements()),
            Call.scalar(ElementType.F64, pair.criterion().absolute(), 0),
            Call.scalar(ElementType.F64, pair.criterion().relative(), 0),
            Call.scalar(ElementType.I32, 0, number(pair.criterion().strictness())),
            Call.scalar(ElementType.F64, pair.criterion().overflow(), 0),
            Call.pointer(verdicts.at(0)),
            Call.pointer(results.at(tickets(index))),
            Call.pointer(results.at(wholes(index)))));
  }

  private Findings read(ByteBuffer bytes, int digestCount, List<Pair> compared) {
    var digests = new ArrayList<Long>();
    for (int i = 0; i < digestCount; i++) {
      digests.add(bytes.getLong(i * WORD));
    }
    var comparisons = new ArrayList<OutputComparison>();
    for (int i = 0; i < compared.size(); i++) {
      int at = Math.toIntExact(wholes(i));
      Pair pair = compared.get(i);
      comparisons.add(
          pair.criterion()
              .judged(
                  new OutputComparison(
                      pair.argument(),
                      pair.elements(),
                      bytes.getLong(at),
                      bytes.getLong(at + 8),
                      bytes.getLong(at + 16),
                      bytes.getDouble(at + 24),
                      bytes.getDouble(at + 32),
                      bytes.getDouble(at + 40))));
    }
    return new Findings(digests, comparisons);
  }

  /** Where a pair's verdict lies among the results: behind the digests. */
  private long wholes(int pair) {
    return (long) regions * WORD + (long) pair * VERDICT_BYTES;
  }

  /** Where a pair's count of finished blocks lies: behind the verdicts. */
  private long tickets(int pair) {
    return wholes(pairs) + (long) pair * WORD;
  }

  /** The codes of types in {@code inspection.cu}. */
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

  /** The codes of fills in {@code inspection.cu}. */
  private static int number(Fill fill) {
    return switch (fill) {
      case Fill.Normal _ -> 0;
      case Fill.Uniform _ -> 1;
      case Fill.Constant _ -> 2;
      case Fill.Index _ -> 3;
      case Fill.Given given -> throw uploaded(given);
      case Fill.Pierced pierced -> throw twice(pierced);
    };
  }

  /** The codes of strictness in {@code inspection.cu}. */
  private static int number(Criterion.Strictness strictness) {
    return switch (strictness) {
      case FINITE -> 0;
      case MATCH -> 1;
      case SKIP -> 2;
    };
  }

  private static IllegalArgumentException uploaded(Fill.Given given) {
    return new IllegalArgumentException("The device makes no such input: " + given);
  }

  private static IllegalArgumentException twice(Fill.Pierced pierced) {
    return new IllegalArgumentException("A fill with holes must not contain another: " + pierced);
  }

  private static Call call(
      Handles.Function function, Call.Extents grid, List<MemorySegment> arguments) {
    return new Call(
        function, grid, new Call.Extents(THREADS, 1, 1), Optional.empty(), 0, false, arguments);
  }
}

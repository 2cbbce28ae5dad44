package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.outcome.OutputComparison;

/**
 * Operations on a device's memory that verification consists of. The device runs them in order.
 * Those without a result are queued, except for {@link #upload}.
 *
 * @param <M> memory, or the address of memory
 */
public interface DeviceMemory<M> {

  record Place<M>(M memory, ElementType type, long elements) {
    public long bytes() {
      return type.bytes(elements);
    }

    public Region<M> region() {
      return new Region<>(memory, 0, bytes());
    }
  }

  record Pair<M>(String argument, Place<M> actual, Place<M> expected, Criterion criterion) {}

  record Region<M>(M memory, long offset, long bytes) {}

  record Coat<M>(Region<M> region, byte value) {}

  /** Digests of some regions, prepared so that they can be computed often. */
  interface Digests extends AutoCloseable {

    List<Long> compute();

    @Override
    void close();
  }

  interface Coating extends AutoCloseable {

    void queue();

    @Override
    default void close() {}
  }

  record Allocation<M>(M memory, Runnable free) implements AutoCloseable {
    @Override
    public void close() {
      free.run();
    }
  }

  /** Number of a fill in the device's code, with the two parameters of its distribution. */
  record FillCode(int number, double a, double b, int special) {

    public static FillCode of(Slot input, InputSet inputSet) {
      Fill wanted = inputSet.fill(input.argument());
      return of(
          wanted instanceof Fill.Pierced(Fill rest) ? rest : wanted,
          wanted instanceof Fill.Pierced ? 1 : wanted instanceof Fill.Sorted ? 2 : 0);
    }

    private static FillCode of(Fill fill, int special) {
      return switch (fill) {
        case Fill.Normal(double mean, double deviation) ->
            new FillCode(0, mean, deviation, special);
        case Fill.Uniform(double low, double high) -> new FillCode(1, low, high - low, special);
        case Fill.Constant(double value) -> new FillCode(2, value, 0, special);
        case Fill.Index() -> new FillCode(3, 0, 0, special);
        case Fill.Sorted(Fill rest) -> of(rest, special);
        case Fill.Given given ->
            throw new IllegalArgumentException("The device cannot compute the input " + given);
        case Fill.Pierced twice ->
            throw new IllegalArgumentException(
                "A fill with holes must not contain another: " + twice);
      };
    }
  }

  /** Copies of inputs by content, which are shared. */
  Map<List<Object>, InputCopy<M>> copies();

  Allocation<M> allocate(long bytes);

  /** Copies from the host, and waits. */
  void upload(MemorySegment from, M to);

  /** Copies to the host from an offset in bytes, and waits. */
  void download(M from, long offset, MemorySegment to);

  void copy(M from, M to, long bytes);

  void fill(M memory, long bytes, byte value);

  void fill(Slot input, InputSet inputSet, M to);

  /** Copies elements to wider ones with the same values. */
  void widen(Place<M> from, M to);

  /** Computes the range of the finite elements, and waits. */
  Spread spread(String argument, Place<M> elements);

  /** Prepares digests: equal content has equal digests in every region. */
  Digests digests(List<Region<M>> regions);

  Coating coating(List<Coat<M>> coats);

  /** Compares element by element, in double precision, and waits. */
  OutputComparison compare(Pair<M> pair);

  /** Bytes of free memory; {@code Long.MAX_VALUE} where the device does not report them. */
  default long free() {
    return Long.MAX_VALUE;
  }

  /** Advice about memory that changed by itself; completes "… have changed in". */
  String defect();

  /** Waits for all operations. */
  void finish(String doing);
}

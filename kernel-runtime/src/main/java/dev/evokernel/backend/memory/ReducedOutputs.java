package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory.Place;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.OutputComparison;

/**
 * Outputs that are compared by one number, such as the partial sums of blocks. These outputs are
 * small and are reduced on the host.
 */
public record ReducedOutputs<M>(
    Kernel kernel,
    Shape shape,
    List<Slot> outputs,
    Reader<M> reader,
    BiFunction<BufferSet, Slot, M> at) {

  private static final int CHUNK = 1 << 13;

  public interface Reader<M> {
    ByteBuffer read(M memory, long offset, int bytes);
  }

  public ReducedOutputs {
    outputs = outputs.stream().filter(output -> output.argument().isReduced()).toList();
  }

  public OutputComparison compare(
      Slot output,
      BufferSet set,
      Configuration configuration,
      Place<M> whole,
      Criterion criterion) {
    Argument.Buffer buffer = output.argument();
    long elements = Extent.of(kernel, shape, buffer, configuration).elements();
    long right = Extent.ofReference(kernel, shape, buffer).elements();
    return reduced(buffer, new Place<>(at.apply(set, output), buffer.type(), elements))
        .compare(
            buffer.name(),
            criterion,
            reduced(buffer, new Place<>(whole.memory(), whole.type(), right)),
            elements);
  }

  /** Name of the first output with other bytes than the poison behind its elements. */
  public Optional<String> writtenBeyond(Configuration configuration) {
    return Stream.of(BufferSet.values())
        .flatMap(
            set ->
                outputs.stream()
                    .filter(
                        output -> isWrittenBeyond(output, configuration, at.apply(set, output))))
        .map(Slot::name)
        .findFirst();
  }

  private boolean isWrittenBeyond(Slot output, Configuration configuration, M actual) {
    Argument.Buffer buffer = output.argument();
    long from = buffer.type().bytes(Extent.of(kernel, shape, buffer, configuration).elements());
    for (long at = from; at < output.bytes(); at += CHUNK) {
      ByteBuffer some = reader.read(actual, at, (int) Math.min(CHUNK, output.bytes() - at));
      while (some.hasRemaining()) {
        if (some.get() != output.poison()) {
          return true;
        }
      }
    }
    return false;
  }

  private Reduction reduced(Argument.Buffer buffer, Place<M> place) {
    var reduction = new Reduction(buffer.check());
    double[] values = new double[CHUNK];
    for (long first = 0; first < place.elements(); first += CHUNK) {
      int count = (int) Math.min(CHUNK, place.elements() - first);
      ByteBuffer some =
          reader.read(place.memory(), place.type().bytes(first), (int) place.type().bytes(count));
      Elements.read(place.type(), some, count, values);
      reduction.add(values, count);
    }
    return reduction;
  }

  /** Reduction of an output to one number, in double precision. */
  private static final class Reduction {

    private final Argument.Check check;
    private double value;

    Reduction(Argument.Check check) {
      this.check = check;
      this.value =
          switch (check) {
            case SUM -> 0;
            case MIN -> Double.POSITIVE_INFINITY;
            case MAX -> Double.NEGATIVE_INFINITY;
            case ELEMENTS, JUDGED ->
                throw new IllegalArgumentException("Elements are not reduced.");
          };
    }

    /** Adds the first {@code count} values. A NaN makes the result NaN. */
    void add(double[] values, int count) {
      for (int i = 0; i < count; i++) {
        value =
            switch (check) {
              case SUM -> value + values[i];
              case MIN -> Math.min(value, values[i]);
              case MAX -> Math.max(value, values[i]);
              case ELEMENTS, JUDGED -> throw new IllegalStateException();
            };
      }
    }

    /** Compares this number with that of the expected output. */
    OutputComparison compare(
        String argument, Criterion criterion, Reduction expected, long elements) {
      boolean right = criterion.holds(value, expected.value);
      boolean finite = Double.isFinite(value) && Double.isFinite(expected.value);
      double error = Math.abs(value - expected.value);
      double excess =
          finite
              ? error == 0 ? 0 : error / criterion.allowed(expected.value)
              : right ? 0 : Double.POSITIVE_INFINITY;
      return new OutputComparison(
          argument,
          elements,
          right ? 0 : elements,
          right || finite ? 0 : elements,
          0,
          value,
          expected.value,
          excess);
    }
  }
}

package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.Reduction;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.memory.Buffers;
import dev.evokernel.cuda.memory.Layout;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.OutputComparison;
import jcuda.Pointer;

/**
 * Outputs that are compared by one number, such as the partial sums of blocks. These outputs are
 * small and are reduced on the host.
 */
record ReducedOutputs(Kernel kernel, Shape shape, Layout layout, CandidateMemory memory) {

  private static final int CHUNK = 1 << 16;

  /**
   * Compares the outputs of a set of buffers, which a configuration wrote, with the expected ones.
   */
  Stream<OutputComparison> compare(
      BufferSet set,
      Configuration configuration,
      Expected expected,
      Function<Layout.Slot, Criterion> criteria) {
    return outputs()
        .map(
            output -> {
              Argument.Buffer buffer = output.argument();
              long elements = Extent.of(kernel, shape, buffer, configuration).elements();
              long right = Extent.ofReference(kernel, shape, buffer).elements();
              return reduced(buffer.check(), buffer.type(), memory.at(set, output), elements)
                  .compare(
                      buffer.name(),
                      criteria.apply(output),
                      reduced(buffer.check(), expected.type(output), expected.at(output), right),
                      elements);
            });
  }

  Optional<String> writtenBeyond(Configuration configuration) {
    return Stream.of(BufferSet.values())
        .flatMap(
            set ->
                outputs()
                    .filter(
                        output ->
                            isWrittenBeyond(
                                output,
                                configuration,
                                memory.at(set, output),
                                Buffers.poison(output))))
        .map(output -> output.argument().name())
        .findFirst();
  }

  private Stream<Layout.Slot> outputs() {
    return layout.outputs().stream().filter(output -> output.argument().isReduced());
  }

  private boolean isWrittenBeyond(
      Layout.Slot output, Configuration configuration, Handles.Address actual, byte poison) {
    Argument.Buffer buffer = output.argument();
    long from = buffer.type().bytes(Extent.of(kernel, shape, buffer, configuration).elements());
    for (long at = from; at < output.bytes(); at += CHUNK) {
      for (byte found : bytes(actual.plus(at), (int) Math.min(CHUNK, output.bytes() - at))) {
        if (found != poison) {
          return true;
        }
      }
    }
    return false;
  }

  private static Reduction reduced(
      Argument.Check check, ElementType type, Handles.Address from, long elements) {
    var reduction = new Reduction(check);
    double[] values = new double[CHUNK];
    for (long first = 0; first < elements; first += CHUNK) {
      int count = (int) Math.min(CHUNK, elements - first);
      byte[] bytes = bytes(from.plus(type.bytes(first)), (int) type.bytes(count));
      Elements.read(type, ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()), count, values);
      reduction.add(values, count);
    }
    return reduction;
  }

  private static byte[] bytes(Handles.Address from, int count) {
    byte[] bytes = new byte[count];
    machine(cuMemcpyDtoH(Pointer.to(bytes), from, count), "reading an output");
    return bytes;
  }
}

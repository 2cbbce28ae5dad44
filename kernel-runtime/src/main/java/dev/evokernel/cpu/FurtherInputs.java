package dev.evokernel.cpu;

import module java.base;

/**
 * Input sets that timed launches read besides those of the two sets of buffers. All sets of an
 * input lie side by side between two guards, and are read-only.
 */
final class FurtherInputs implements AutoCloseable {

  private static final long ALIGNMENT = 64;

  private final Map<String, GuardedBuffer> buffers = new LinkedHashMap<>();
  private final Map<String, Long> sizes;

  /**
   * @param sizes bytes of each input, by name
   */
  FurtherInputs(Map<String, Long> sizes, int sets) {
    this.sizes = Map.copyOf(sizes);
    sizes.forEach(
        (name, bytes) ->
            buffers.put(
                name, GuardedBuffer.allocate(sets * stride(bytes), GuardedBuffer.Side.END)));
  }

  private static long stride(long bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }

  /** Memory of an input in the set at a position, from 0. */
  MemorySegment data(String name, int position) {
    long bytes = Objects.requireNonNull(sizes.get(name), () -> "No input '" + name + "'.");
    return Objects.requireNonNull(buffers.get(name))
        .data()
        .asSlice(position * stride(bytes), bytes);
  }

  void hold(List<Inputs> inputSets) {
    for (Map.Entry<String, GuardedBuffer> buffer : buffers.entrySet()) {
      buffer.getValue().setReadOnly(false);
      for (int i = 0; i < inputSets.size(); i++) {
        data(buffer.getKey(), i).copyFrom(inputSets.get(i).input(buffer.getKey()));
      }
      buffer.getValue().setReadOnly(true);
    }
  }

  @Override
  public void close() {
    buffers.values().forEach(GuardedBuffer::close);
  }
}

package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import org.jspecify.annotations.Nullable;

/** Set of a kernel's buffers on one shape, each between guards. */
final class CpuBuffers implements AutoCloseable {

  private final Kernel kernel;
  private final Map<String, GuardedBuffer> buffers = new LinkedHashMap<>();
  private final List<Argument.Buffer> inputs;
  private final List<Argument.Buffer> restored;
  private final String ranges;
  private final Map<List<Long>, MemorySegment> arrays = new HashMap<>();
  private @Nullable Inputs held;

  CpuBuffers(Kernel kernel, Shape shape, GuardedBuffer.Side side) {
    this.kernel = kernel;
    this.restored = kernel.entryPoint().signature().restored();
    this.inputs =
        kernel.inputs().stream()
            .map(Signature.Input::buffer)
            .filter(kernel.arguments()::contains)
            .filter(Predicate.not(Argument.Buffer::isSymbol))
            .toList();
    for (Argument.Buffer buffer : kernel.entryPoint().signature().buffers().toList()) {
      if (!buffer.isSymbol()) {
        long bytes = buffer.type().bytes(Extent.of(kernel, shape, buffer).elements());
        buffers.put(buffer.name(), GuardedBuffer.allocate(bytes, side));
      }
    }
    this.ranges =
        buffers.entrySet().stream()
            .map(buffer -> buffer.getValue().range(buffer.getKey()).toString())
            .collect(Collectors.joining(" ", "launching with ", ""));
  }

  MemorySegment data(String name) {
    return buffer(name).data();
  }

  /**
   * Copies an input set into the inputs, unless they hold it.
   *
   * @param readOnly whether a write to an input kills the process instead of being detected
   *     afterwards
   */
  void hold(Inputs wanted, boolean readOnly) {
    if (!Thread.currentThread().getName().equals(ranges)) {
      Thread.currentThread().setName(ranges);
    }
    if (held != wanted) {
      inputs().forEach(name -> buffer(name).setReadOnly(false));
      inputs().forEach(name -> data(name).copyFrom(wanted.input(name)));
      held = wanted;
    }
    inputs().forEach(name -> buffer(name).setReadOnly(readOnly));
  }

  Inputs held() {
    return Objects.requireNonNull(held, "prepare must be called first.");
  }

  void release(Inputs closing) {
    held = held == closing ? null : held;
  }

  void release() {
    held = null;
  }

  void poison(GuardFill guards) {
    for (Argument.Buffer output : kernel.outputs()) {
      data(output.name()).fill(BufferLayout.poison(output));
    }
    if (held != null) {
      restore(held);
    }
    buffers.values().forEach(buffer -> buffer.renewCanaries(guards));
  }

  void restore(Inputs from) {
    for (Argument.Buffer output : restored) {
      data(output.name()).copyFrom(from.input(output.before().name()));
    }
  }

  long outputDigest() {
    return kernel.outputs().stream()
        .mapToLong(output -> Digest.SECRET.of(data(output.name())))
        .reduce(0, Digest.SECRET::combine);
  }

  Optional<String> modifiedInput() {
    Inputs wanted = held;
    return wanted == null
        ? Optional.empty()
        : inputs().filter(name -> Digest.SECRET.of(data(name)) != wanted.digest(name)).findFirst();
  }

  Optional<String> damagedCanary() {
    return buffers.entrySet().stream()
        .filter(buffer -> !buffer.getValue().canariesIntact())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Address of a read-only array of pointers, which candidates share. */
  long array(long[] pointers) {
    return arrays
        .computeIfAbsent(
            Arrays.stream(pointers).boxed().toList(),
            _ -> {
              MemorySegment content = MemorySegment.ofArray(pointers);
              MemorySegment pages = NativePages.mapBuffer(NativePages.roundUp(content.byteSize()));
              pages.copyFrom(content);
              NativePages.makeReadOnly(pages);
              return pages;
            })
        .address();
  }

  @Override
  public void close() {
    arrays.values().forEach(NativePages::unmap);
    buffers.values().forEach(GuardedBuffer::close);
  }

  Map<String, Long> sizesOfInputs() {
    return inputs().collect(Collectors.toMap(name -> name, name -> data(name).byteSize()));
  }

  private Stream<String> inputs() {
    return inputs.stream().map(Argument.Buffer::name);
  }

  private GuardedBuffer buffer(String name) {
    return Objects.requireNonNull(buffers.get(name), () -> "No buffer '" + name + "'.");
  }

  /**
   * Input sets that timed launches read besides those of the two sets of buffers. All sets of an
   * input lie side by side between two guards, and are read-only.
   */
  static final class Further implements AutoCloseable {

    private static final long ALIGNMENT = 64;

    private final Map<String, GuardedBuffer> buffers = new LinkedHashMap<>();
    private final Map<String, Long> sizes;

    Further(Map<String, Long> sizes, int sets) {
      this.sizes = Map.copyOf(sizes);
      sizes.forEach(
          (name, bytes) ->
              buffers.put(
                  name, GuardedBuffer.allocate(sets * stride(bytes), GuardedBuffer.Side.END)));
    }

    private static long stride(long bytes) {
      return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    }

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
}

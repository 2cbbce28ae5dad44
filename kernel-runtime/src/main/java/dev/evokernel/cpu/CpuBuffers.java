package dev.evokernel.cpu;

import dev.evokernel.backend.Extent;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One set of a kernel's buffers on one shape, each between guards. */
final class CpuBuffers implements AutoCloseable {

  private static final byte FLOAT_POISON = (byte) 0xFF; // every float type reads it as NaN
  private static final byte INTEGER_POISON = (byte) 0xA7;

  private final Kernel kernel;
  private final Map<String, GuardedBuffer> buffers = new LinkedHashMap<>();
  private @Nullable Inputs held;

  /**
   * @param side the guard that every buffer touches
   */
  CpuBuffers(Kernel kernel, Shape shape, GuardedBuffer.Side side) {
    this.kernel = kernel;
    for (Argument argument : kernel.arguments()) {
      if (argument instanceof Argument.Buffer buffer) {
        long bytes = Extent.of(kernel, shape, buffer).elements() * buffer.type().bytes();
        buffers.put(buffer.name(), GuardedBuffer.allocate(bytes, side));
      }
    }
  }

  MemorySegment data(String name) {
    return buffer(name).data();
  }

  /**
   * Copies an input set into the inputs, unless they hold it.
   *
   * @param readOnly whether a write to an input kills the process, instead of being seen afterwards
   */
  void hold(Inputs wanted, boolean readOnly) {
    if (held != wanted) {
      wanted.names().forEach(name -> buffer(name).setReadOnly(false));
      wanted.names().forEach(name -> data(name).copyFrom(wanted.input(name)));
      held = wanted;
    }
    wanted.names().forEach(name -> buffer(name).setReadOnly(readOnly));
  }

  /** Whose inputs these are. */
  Inputs held() {
    return Objects.requireNonNull(held, "prepare must be called first.");
  }

  /** Forgets what the inputs hold, so that they are copied again. */
  void release() {
    held = null;
  }

  /** Overwrites every output, and renews all canaries. */
  void poison(GuardFill guards) {
    for (Argument.Buffer output : kernel.outputs()) {
      data(output.name()).fill(output.type().isFloating() ? FLOAT_POISON : INTEGER_POISON);
    }
    buffers.values().forEach(buffer -> buffer.renewCanaries(guards));
  }

  long outputDigest() {
    return kernel.outputs().stream()
        .mapToLong(output -> Digest.of(data(output.name())))
        .reduce(0, Digest::combine);
  }

  /** The name of the first input that differs from what was copied there. */
  Optional<String> modifiedInput() {
    Inputs wanted = held;
    return wanted == null
        ? Optional.empty()
        : wanted.names().stream()
            .filter(name -> Digest.of(data(name)) != wanted.digest(name))
            .findFirst();
  }

  Optional<String> damagedCanary() {
    return buffers.entrySet().stream()
        .filter(buffer -> !buffer.getValue().canariesIntact())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  @Override
  public void close() {
    buffers.values().forEach(GuardedBuffer::close);
  }

  private GuardedBuffer buffer(String name) {
    return Objects.requireNonNull(buffers.get(name), () -> "There is no buffer '" + name + "'.");
  }
}

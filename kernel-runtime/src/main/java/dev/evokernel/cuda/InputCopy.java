package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.memory.Memory;
import dev.evokernel.cuda.memory.Regions;
import org.jspecify.annotations.Nullable;

/**
 * Unmodified copy of an input in device memory, which all shapes and input sets with the same
 * content share. The last that closes it frees the memory.
 */
final class InputCopy implements AutoCloseable {

  /** Copies on this thread's device, by content. */
  private static final ThreadLocal<Map<List<Object>, InputCopy>> SHARED =
      ThreadLocal.withInitial(HashMap::new);

  private final List<Object> content;
  private final Memory memory;
  private @Nullable Long digest;
  private int holders;

  private InputCopy(List<Object> content, long bytes) {
    this.content = content;
    this.memory = Memory.allocate(bytes);
  }

  /**
   * Returns the copy with this content; the caller closes it.
   *
   * @param fill writes a new copy
   */
  static InputCopy of(List<Object> content, long bytes, Consumer<Handles.Address> fill) {
    InputCopy copy = SHARED.get().get(content);
    if (copy == null) {
      copy = new InputCopy(content, bytes);
      fill.accept(copy.memory.at(0));
      SHARED.get().put(content, copy);
    }
    copy.holders++;
    return copy;
  }

  Regions.Region region() {
    return memory.region();
  }

  /** Keeps the digest of a new copy; that of a shared copy stays. */
  void seal(long written) {
    digest = digest == null ? Long.valueOf(written) : digest;
  }

  long digest() {
    return Objects.requireNonNull(digest);
  }

  /** Withdraws a damaged copy: the content is written again wherever it is needed next. */
  void withdraw() {
    SHARED.get().remove(content, this);
  }

  boolean isShared() {
    return SHARED.get().get(content) == this;
  }

  @Override
  public void close() {
    if (--holders == 0) {
      withdraw();
      memory.close();
    }
  }
}

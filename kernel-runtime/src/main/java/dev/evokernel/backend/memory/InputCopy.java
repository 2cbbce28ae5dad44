package dev.evokernel.backend.memory;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Unmodified copy of an input in device memory, which all holders of the same content share. The
 * last that closes it frees the memory.
 */
public final class InputCopy<M> implements AutoCloseable {

  private final Map<List<Object>, InputCopy<M>> shared;
  private final List<Object> content;
  private final DeviceMemory.Allocation<M> allocation;
  private @Nullable Long digest;
  private int holders;

  private InputCopy(DeviceMemory<M> device, List<Object> content, long bytes) {
    this.shared = device.copies();
    this.content = content;
    this.allocation = device.allocate(bytes);
  }

  /** Returns the copy with this content; the caller closes it. */
  static <M> InputCopy<M> of(
      DeviceMemory<M> device, List<Object> content, long bytes, Consumer<M> fill) {
    InputCopy<M> copy = device.copies().get(content);
    if (copy == null) {
      copy = new InputCopy<>(device, content, bytes);
      fill.accept(copy.memory());
      copy.shared.put(content, copy);
    }
    copy.holders++;
    return copy;
  }

  public M memory() {
    return allocation.memory();
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
    shared.remove(content, this);
  }

  boolean isShared() {
    return shared.get(content) == this;
  }

  @Override
  public void close() {
    if (--holders == 0) {
      withdraw();
      allocation.close();
    }
  }
}

package dev.evokernel.tuning;

import module java.base;

/** Stack of open resources, closed together in reverse order. */
public final class HeldResources implements AutoCloseable {

  private final Deque<Runnable> closings = new ArrayDeque<>();

  public <T> T add(T resource, Consumer<T> closing) {
    closings.push(() -> closing.accept(resource));
    return resource;
  }

  /** Moves all resources to a new owner and leaves this one empty. */
  public HeldResources handedOver() {
    var owner = new HeldResources();
    owner.closings.addAll(closings);
    closings.clear();
    return owner;
  }

  @Override
  public void close() {
    RuntimeException first = null;
    while (!closings.isEmpty()) {
      try {
        closings.pop().run();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}

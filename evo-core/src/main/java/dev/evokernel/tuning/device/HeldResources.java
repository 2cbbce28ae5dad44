package dev.evokernel.tuning.device;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Resources that are opened one after the other and closed together, the last one first. */
public final class HeldResources implements AutoCloseable {

  private final Deque<Runnable> closings;

  public HeldResources() {
    this(new ArrayDeque<>());
  }

  private HeldResources(Deque<Runnable> closings) {
    this.closings = closings;
  }

  public <T> T add(T resource, Consumer<T> closing) {
    closings.push(() -> closing.accept(resource));
    return resource;
  }

  /** All of them, for another to close; this one has nothing left to close. */
  public HeldResources handedOver() {
    var others = new HeldResources(new ArrayDeque<>(closings));
    closings.clear();
    return others;
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

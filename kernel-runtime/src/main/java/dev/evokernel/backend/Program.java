package dev.evokernel.backend;

import dev.evokernel.kernel.Shape;

/** A binary loaded on a device, ready to launch. Closing it unloads the binary. */
public interface Program extends AutoCloseable {

  /** What is launched on a shape; this, unless each shape may have a binary of its own. */
  default Program on(Shape shape) {
    return this;
  }

  @Override
  void close();
}

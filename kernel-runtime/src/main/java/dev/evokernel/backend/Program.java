package dev.evokernel.backend;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import java.util.Optional;

/** A binary loaded on a device, ready to launch. Closing it unloads the binary. */
public interface Program extends AutoCloseable {

  /** What is launched on a shape; this, unless each shape may have a binary of its own. */
  default Program on(Shape shape) {
    return this;
  }

  /** The configuration that was compiled; empty where it is no candidate's. */
  default Optional<Configuration> chosen() {
    return Optional.empty();
  }

  @Override
  void close();
}

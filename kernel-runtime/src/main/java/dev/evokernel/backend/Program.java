package dev.evokernel.backend;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import java.util.Optional;

/** Binary loaded on a device, ready to launch. Closing unloads the binary. */
public interface Program extends AutoCloseable {

  /** Program for one shape: this, unless each shape may have its own binary. */
  default Program on(Shape shape) {
    return this;
  }

  /** Compiled configuration; empty where the program is not a candidate. */
  default Optional<Configuration> chosen() {
    return Optional.empty();
  }

  @Override
  void close();
}

package dev.evokernel.backend;

/** A binary loaded on a device, ready to launch. Closing it unloads the binary. */
public interface Program extends AutoCloseable {
  @Override
  void close();
}

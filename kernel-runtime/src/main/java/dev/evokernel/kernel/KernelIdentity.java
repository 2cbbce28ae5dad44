package dev.evokernel.kernel;

import module java.base;

/**
 * Name, one-line summary and origin of a kernel.
 *
 * @param name name of the kernel's folder
 * @param file the kernel's {@code kernel.yaml}, absolute
 * @param programs where the kernel's programs make arrays; empty in a process that fills no inputs
 */
public record KernelIdentity(
    String name, String summary, Path file, String backend, Optional<Programs> programs) {

  /** Folder that keeps arrays, and id of the device on which PyTorch computes. */
  public record Programs(Path cache, String device) {}

  KernelIdentity with(Programs place) {
    return new KernelIdentity(name, summary, file, backend, Optional.of(place));
  }

  public Path folder() {
    return Objects.requireNonNull(file.getParent());
  }
}

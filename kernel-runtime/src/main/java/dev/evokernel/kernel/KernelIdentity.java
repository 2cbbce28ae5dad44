package dev.evokernel.kernel;

import module java.base;

/**
 * Name, one-line summary and origin of a kernel.
 *
 * @param name name of the kernel's folder
 * @param file the kernel's {@code kernel.yaml}, absolute
 * @param cache folder for the inputs that commands make; empty in a process that fills none
 */
public record KernelIdentity(
    String name, String summary, Path file, String backend, Optional<Path> cache) {

  KernelIdentity keepingInputs(Path folder) {
    return new KernelIdentity(name, summary, file, backend, Optional.of(folder));
  }

  public Path folder() {
    return Objects.requireNonNull(file.getParent());
  }
}

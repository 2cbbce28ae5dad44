package dev.evokernel.kernel;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Which kernel it is, and which of its variants.
 *
 * @param name the folder's name under {@code kernels/}
 * @param summary one line that says what it computes
 * @param file its {@code kernel.yaml}, absolute
 * @param backend the backend whose section was read, for example {@code cpu}
 * @param cache where a process keeps the inputs that commands make; empty in one that fills none
 */
public record KernelIdentity(
    String name, String summary, Path file, String backend, Optional<Path> cache) {

  /** Of a kernel whose inputs this process does not fill. */
  public KernelIdentity(String name, String summary, Path file, String backend) {
    this(name, summary, file, backend, Optional.empty());
  }

  KernelIdentity keepingInputs(Path folder) {
    return new KernelIdentity(name, summary, file, backend, Optional.of(folder));
  }

  /** The folder that holds {@code kernel.yaml} and everything it names. */
  public Path folder() {
    return Objects.requireNonNull(file.getParent());
  }
}

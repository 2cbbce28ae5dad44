package dev.evokernel.kernel;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Which kernel it is, and which of its variants.
 *
 * @param name the folder's name under {@code kernels/}
 * @param summary one line that says what it computes
 * @param file its {@code kernel.yaml}, absolute
 * @param backend the backend whose section was read, for example {@code cpu}
 */
public record KernelIdentity(String name, String summary, Path file, String backend) {

  /** The folder that holds {@code kernel.yaml} and everything it names. */
  public Path folder() {
    return Objects.requireNonNull(file.getParent());
  }
}

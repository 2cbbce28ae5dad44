package dev.evokernel.backend;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Verification by a check of the kernel's own, in place of a comparison with expected outputs. An
 * extension provides it.
 *
 * <p>Confined to the device's thread.
 */
public interface Judging {

  /** A workspace whose outputs the check judges. */
  interface Judged extends Workspace {

    /** Prepares the check before a candidate is loaded. */
    void ready();

    /** Lists trivially wrong outputs that the check accepts, one sentence each. */
    List<String> weaknesses();

    /** Describes outputs of other inputs that the check accepts; asks once for each shape. */
    Optional<String> forgery();
  }

  /** Judging of this machine; empty without an extension. */
  static Optional<Judging> installed() {
    return ServiceLoader.load(Judging.class).findFirst();
  }

  /**
   * Judging for a kernel with a check.
   *
   * @throws EnvironmentException if no extension provides it
   */
  static Judging of(Kernel kernel) {
    return installed()
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "Kernel '%s' has a check of its own ('%s'), and nothing here judges outputs. Add the extension evo-trust to the class path."
                        .formatted(kernel.name(), kernel.reference())));
  }

  /**
   * Opens the kernel's check for one device.
   *
   * @param cache a folder for files if the machine has no shared memory
   * @param rests whether programs are stopped between questions
   * @param grace extends the deadline of the work in progress
   * @return wraps the workspace of a shape
   */
  BiFunction<Workspace, Shape, Judged> open(
      Kernel kernel, Path cache, boolean rests, Consumer<Duration> grace);
}

package dev.evokernel.backend;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A kernel's reference, ready for a device.
 *
 * @param binary it and the backend's own checks, compiled; empty when nothing is to be compiled
 * @param cache the folder where a reference command's outputs are kept
 * @param limit how long commands may take for one shape and input set, those that make inputs among
 *     them; zero where there are none
 */
public record PreparedReference(Optional<Binary> binary, Path cache, Duration limit) {

  /** The same with the binary for one shape. */
  public PreparedReference on(Kernel kernel, Shape shape) {
    return new PreparedReference(
        binary.map(all -> all.with(kernel.macrosOfProblem(shape))), cache, limit);
  }

  /** The binary of a reference that has one. */
  public Binary compiled() {
    return binary.orElseThrow(
        () ->
            new EnvironmentException("The reference's binary is missing. Maybe a defect in evo."));
  }
}

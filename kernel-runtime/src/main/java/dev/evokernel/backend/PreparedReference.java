package dev.evokernel.backend;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/**
 * Reference of a kernel, ready for a device.
 *
 * @param binary the reference and the backend's own checks, compiled; empty when nothing is
 *     compiled
 * @param cache the folder of a reference command's outputs
 * @param limit of commands for one shape and input set, including commands that make inputs; zero
 *     without commands
 */
public record PreparedReference(Optional<Binary> binary, Path cache, Duration limit) {

  public PreparedReference on(Kernel kernel, Shape shape) {
    return new PreparedReference(
        binary.map(all -> all.with(kernel.macrosOfProblem(shape))), cache, limit);
  }

  public Binary compiled() {
    return binary.orElseThrow(
        () ->
            new EnvironmentException(
                "The reference's binary is missing. This is probably a bug in evo."));
  }
}

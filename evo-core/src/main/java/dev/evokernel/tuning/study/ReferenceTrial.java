package dev.evokernel.tuning.study;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.reference.PythonProcess;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.backend.reference.ReferenceInputs;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.data.ArrayProgram;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.source.Reference;

/**
 * Trial of a kernel's inputs, and of a reference that is a program, without the kernel's device.
 */
public final class ReferenceTrial {

  private ReferenceTrial() {}

  /**
   * Makes the inputs of a shape and computes the expected outputs from them.
   *
   * @return whether the reference ran; a compiled one needs the device
   * @throws EnvironmentException if a program fails or writes what the file does not describe
   */
  public static boolean run(Kernel described, Shape shape, Path scratch) {
    Kernel kernel = described.with(new KernelIdentity.Programs(scratch.toAbsolutePath(), ""));
    try {
      if (kernel.reference() instanceof Reference.Command(ArrayProgram program)) {
        try (Arena arena = Arena.ofConfined()) {
          new ReferenceCommand(kernel, program, scratch).outputs(shape, InputSet.usual(1), arena);
        }
        return true;
      }
      Path folder =
          Files.createDirectories(
              scratch.resolve("inputs-" + kernel.backend() + "-" + shape.name()));
      new ReferenceInputs(kernel, shape, InputSet.usual(1)).write(folder);
    } catch (IOException e) {
      throw new EnvironmentException("The inputs cannot be written to " + scratch + ": " + e, e);
    } finally {
      PythonProcess.end();
    }
    return false;
  }
}

package dev.evokernel.cuda;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.kernel.Kernel;
import java.nio.file.Path;

/** A process of its own for a fault after which a process has no CUDA any more. */
final class StickyFault {

  private StickyFault() {}

  /**
   * Prints how the launch ended and whether the device is still usable.
   *
   * @param arguments the fault, the cache's folder
   */
  public static void main(String[] arguments) {
    Kernel kernel = GpuKernel.SINGLE.read();
    try (var gpu = GpuFixture.open(Path.of(arguments[1]));
        var workspace = gpu.workspace(kernel, "ragged");
        var program = gpu.load(kernel, GpuKernel.SINGLE.with("FAULT", arguments[0]))) {
      workspace.prepare(1);
      workspace.poison();
      try {
        workspace.launch(program);
        System.out.println("NONE " + gpu.device().usable());
      } catch (RejectionException e) {
        System.out.println(e.reason() + " " + gpu.device().usable() + " " + e.getMessage());
      }
    }
  }
}

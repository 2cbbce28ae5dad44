package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.memory.DeviceProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;

/** Program of a configuration on a device, with its launches on workspaces. */
final class OpenClProgram extends DeviceProgram<CandidateLaunch> {

  private final ClProgram program;
  private final List<String> entries;

  private OpenClProgram(
      ClProgram program, Kernel kernel, List<String> entries, Configuration configuration) {
    super(kernel, configuration);
    this.program = program;
    this.entries = entries;
  }

  /**
   * Loads a binary.
   *
   * @throws RejectionException if the file cannot be read, the driver refuses it, or it lacks an
   *     entry
   */
  static OpenClProgram load(
      ClContext context,
      Kernel kernel,
      Binary binary,
      List<String> entries,
      Configuration configuration) {
    try {
      ClProgram loaded =
          context.load(
              Files.readAllBytes(binary.file()), "loading " + String.join(" and ", entries));
      var program = new OpenClProgram(loaded, kernel, entries, configuration);
      try {
        entries.forEach(entry -> program.kernel(entry).close());
        return program;
      } catch (RejectionException e) {
        program.close();
        throw e;
      }
    } catch (IOException e) {
      throw RejectionException.launchFailure("The compiled kernel cannot be read: " + e);
    }
  }

  ClKernel kernel(String name) {
    return program.kernel(name);
  }

  List<String> entries() {
    return entries;
  }

  @Override
  public void close() {
    super.close();
    program.close();
  }
}

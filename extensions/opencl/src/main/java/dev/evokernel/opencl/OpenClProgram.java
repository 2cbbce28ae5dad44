package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.space.Configuration;

/** Program of a configuration on a device, with its launches on workspaces. */
final class OpenClProgram implements Program {

  private final ClProgram program;
  private final Kernel kernel;
  private final List<String> entries;
  private final Configuration configuration;
  private final Map<OpenClWorkspace, CandidateLaunch> launches = new HashMap<>();

  private OpenClProgram(
      ClProgram program, Kernel kernel, List<String> entries, Configuration configuration) {
    this.program = program;
    this.kernel = kernel;
    this.entries = entries;
    this.configuration = configuration;
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

  /** Makes a kernel object, which the caller closes. */
  ClKernel kernel(String name) {
    return program.kernel(name);
  }

  Kernel kernel() {
    return kernel;
  }

  /** Names of the launches' functions. */
  List<String> entries() {
    return entries;
  }

  Configuration configuration() {
    return configuration;
  }

  @Override
  public Optional<Configuration> chosen() {
    return Optional.of(configuration);
  }

  /** Launch on one workspace, made once and closed together with this program. */
  CandidateLaunch launch(OpenClWorkspace workspace, Supplier<CandidateLaunch> make) {
    CandidateLaunch launch = launches.get(workspace);
    if (launch == null) {
      launch = make.get();
      launches.put(workspace, launch);
    }
    return launch;
  }

  @Override
  public void close() {
    launches.values().forEach(CandidateLaunch::close);
    launches.clear();
    program.close();
  }
}

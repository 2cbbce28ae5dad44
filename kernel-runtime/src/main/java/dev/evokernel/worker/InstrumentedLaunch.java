package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.tool.Profiler;
import dev.evokernel.backend.tool.Sanitizer;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.Protocol;

/**
 * A launch of one candidate in a separate process, under a sanitizer or a profiler.
 *
 * @param shape the problem size of the launch
 */
public record InstrumentedLaunch(
    DeviceJob job, Shape shape, Configuration configuration, Binary binary) {

  private static final String FILE = "launch.json";
  private static final int REJECTED = 3;
  private static final int BROKEN = 4;

  /**
   * Runs the launch under a sanitizer.
   *
   * @param folder is made, and deleted unless the sanitizer found an error
   * @param limit for all tools of the sanitizer together
   * @return the error as a rejection
   * @throws EnvironmentException if a tool does not work
   */
  public Optional<Rejected> under(
      Sanitizer sanitizer, LaunchSpec launch, Path folder, Duration limit) {
    Path scratch = folder.toAbsolutePath();
    try {
      Optional<Sanitizer.Finding> finding =
          sanitizer.examine(
              new Sanitizer.Subject(
                  kernel(),
                  configuration,
                  shape,
                  job.inputSeeds().getFirst(),
                  command(launch, scratch),
                  scratch),
              limit);
      if (finding.isEmpty()) {
        Draft.delete(scratch);
      }
      return finding.map(
          found ->
              new Rejected(
                  found.unfinished() ? Rejection.TIMEOUT : Rejection.SANITIZER,
                  shape.name(),
                  "%s: %s (%s)".formatted(found.tool(), found.message(), sanitizer.name())));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Nothing can be written below " + scratch + ": " + e.getMessage(), e);
    }
  }

  /**
   * Runs the launch under a profiler.
   *
   * @param folder is made, and deleted afterwards
   * @throws EnvironmentException if the tool does not work or the launch fails
   */
  public Profiler.Profile under(Profiler profiler, LaunchSpec launch, Path folder, Duration limit) {
    Path scratch = folder.toAbsolutePath();
    try {
      String entry =
          BuiltBinary.read(binary.file())
              .launch()
              .entryOr(kernel().source().with(configuration).entry());
      Profiler.Profile profile =
          profiler.profile(
              new Profiler.Subject(
                  entry.replaceFirst("<.*", "").strip(), command(launch, scratch), scratch),
              limit);
      Draft.delete(scratch);
      return profile;
    } catch (IOException e) {
      throw new EnvironmentException(
          "Nothing can be written below " + scratch + ": " + e.getMessage(), e);
    }
  }

  private Kernel kernel() {
    return job.readKernel().of(configuration);
  }

  /** Writes the launch into an empty folder, and returns the command that performs it. */
  private List<String> command(LaunchSpec launch, Path scratch) throws IOException {
    Draft.delete(scratch);
    Files.createDirectories(scratch);
    Path file = scratch.resolve(FILE);
    Files.write(file, Protocol.JSON.writeValueAsBytes(this));
    return launch.command(InstrumentedLaunch.class, List.of(), file);
  }

  /**
   * Launches the candidate once, as the main class of the process under a tool. The exit status is
   * 0, 3 for a failed launch, or 4 if the machine is at fault. The reason is written next to the
   * file.
   *
   * @param arguments the file of the launch
   */
  public static void main(String... arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    Path called = Sanitizer.called(file.resolveSibling(""));
    try {
      Protocol.JSON.readValue(Files.readAllBytes(file), InstrumentedLaunch.class).perform(called);
    } catch (RejectionException e) {
      end(file, REJECTED, String.valueOf(e.getMessage()));
    } catch (EnvironmentException e) {
      Files.deleteIfExists(called);
      end(file, BROKEN, e.message());
    }
  }

  private static void end(Path file, int status, String why) throws IOException {
    Files.writeString(
        file.resolveSibling("launch.log"),
        why + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    System.exit(status);
  }

  /**
   * Writes a file and performs the launch.
   *
   * @throws RejectionException if it fails
   */
  private void perform(Path called) throws IOException {
    Kernel kernel = job.readKernel();
    try (Device device = job.target().resolveBackend().open(job.target().device());
        Program program = device.load(kernel, configuration, binary)) {
      Files.writeString(called, "");
      device.launchOnce(kernel, shape, program, job.reference(), job.inputSeeds().getFirst());
    }
  }
}

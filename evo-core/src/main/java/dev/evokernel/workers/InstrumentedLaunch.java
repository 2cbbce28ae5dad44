package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Profiler;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.ComparisonSetup;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.Protocol;

/** A launch of one candidate in a separate process, under a sanitizer or a profiler. */
public record InstrumentedLaunch(
    DeviceJob job, Shape shape, Configuration configuration, Binary binary) {

  private static final String FILE = "launch.json";
  private static final int REJECTED = 3;
  private static final int BROKEN = 4;
  private static final int ROUNDS = 2;

  /**
   * Runs the launch under a sanitizer.
   *
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
                  job.inputSeeds(),
                  command(launch, scratch, ROUNDS),
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
   * @throws EnvironmentException if the tool does not work or the launch fails
   */
  public Profiler.Profile under(Profiler profiler, LaunchSpec launch, Path folder, Duration limit) {
    Path scratch = folder.toAbsolutePath();
    try {
      List<BuiltBinary> launches =
          BuiltBinary.read(binary.file(), kernel().source().with(configuration).entries());
      Profiler.Profile profile =
          profiler.profile(
              new Profiler.Subject(
                  launches.stream()
                      .map(each -> each.entry().replaceFirst("<.*", "").strip())
                      .toList(),
                  command(launch, scratch, 0),
                  scratch),
              limit);
      Draft.delete(scratch);
      return profile;
    } catch (IOException e) {
      throw new EnvironmentException(
          "Nothing can be written below " + scratch + ": " + e.getMessage(), e);
    }
  }

  /**
   * Compiles a candidate and launches it.
   *
   * @throws EnvironmentException if the candidate does not compile or cannot be launched, or the
   *     tool does not work
   */
  public static <T> T watched(
      ComparisonSetup setup,
      ComparedVariant candidate,
      Shape shape,
      BiFunction<InstrumentedLaunch, LaunchSpec, T> watch)
      throws InterruptedException {
    ComparisonSetup own = setup.on(List.of(shape));
    Path file = candidate.kernel().file();
    try (CompileWorker worker = own.compiler(file, "compile-1")) {
      PreparedReference reference = worker.reference();
      return switch (worker.compile(candidate.configuration(), candidate.macros())) {
        case Compilation.Compiled(Binary binary) ->
            watch.apply(
                new InstrumentedLaunch(
                    own.job(file, reference, List.of(own.seed())),
                    shape,
                    candidate.configuration(),
                    binary),
                own.launch());
        case Compilation.Failed(String log, boolean _) ->
            throw new EnvironmentException(
                "%s does not compile: %s".formatted(candidate.name(), log));
      };
    }
  }

  private Kernel kernel() {
    return job.readKernel().of(configuration);
  }

  /**
   * Writes the launch into an empty folder, and returns the command that performs it.
   *
   * @param rounds of launches on the first and the last input set; 0 for a single launch
   */
  private List<String> command(LaunchSpec launch, Path scratch, int rounds) throws IOException {
    Draft.delete(scratch);
    Files.createDirectories(scratch);
    Path file = scratch.resolve(FILE);
    Files.write(file, Protocol.JSON.writeValueAsBytes(this));
    var command = new ArrayList<>(launch.command(InstrumentedLaunch.class, List.of(), file));
    command.add(String.valueOf(rounds));
    return command;
  }

  /**
   * Launches the candidate, as the main class of the process under a tool. The exit status is 0, 3
   * for a failed launch, or 4 if the machine is at fault. The reason is written next to the file.
   */
  public static void main(String... arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    Path called = Sanitizer.called(file.resolveSibling(""));
    try {
      Protocol.JSON
          .readValue(Files.readAllBytes(file), InstrumentedLaunch.class)
          .perform(called, Integer.parseInt(arguments[1]));
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
   * Writes a file and performs the launches. Errors of a candidate may begin with its second
   * launch.
   */
  private void perform(Path called, int rounds) throws IOException {
    Kernel kernel = job.readKernel();
    try (Device device = job.target().resolveBackend().open(job.target().device());
        Program program = device.load(kernel, configuration, binary)) {
      Files.writeString(called, "");
      List<Long> seeds = job.inputSeeds();
      for (int i = 0; i < Math.max(1, 2 * rounds); i++) {
        long seed = i % 2 == 0 ? seeds.getFirst() : seeds.getLast();
        device.launchOnce(kernel, shape, program, job.reference(), seed);
      }
    }
  }
}

package dev.evokernel.tuning.device;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.options.SearchOptions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.run.TuningRun;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.Platform;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.tuning.session.DeviceSource;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** A kernel on the devices of a run: of this machine, of a {@link DeviceSource}, or a recording. */
public interface KernelOnDevice {

  /**
   * What a job tunes, and on what.
   *
   * @throws InvalidFileException if the kernel or the recording is invalid
   * @throws BadInputException if the kernel has no such variants, or none that can run
   * @throws EnvironmentException if this machine has no such device
   */
  static KernelOnDevice of(Job job) {
    return job.recording()
        .<KernelOnDevice>map(
            file -> new ReplayedKernel(ReplayBackend.of(file, WorkingFolder.shown(file))))
        .orElseGet(
            () -> {
              LiveKernel live = unsettled(job.kernel(), job.device());
              return live.kernel().variants().isEmpty() && job.variants().isEmpty()
                  ? live
                  : live.narrowed(job.variants(), job.on(live.kernel()).shapes());
            });
  }

  /**
   * @param named the kernel's file or its folder
   * @param wish {@code auto}, a backend or a device
   */
  static LiveKernel of(Path named, String wish) {
    return read(named, wish, KernelFile::read);
  }

  /** The same of a kernel that may name no default. */
  private static LiveKernel unsettled(Path named, String wish) {
    return read(named, wish, KernelFile::readUnsettled);
  }

  private static LiveKernel read(
      Path named, String wish, BiFunction<KernelFile, String, Kernel> reader) {
    KernelFile file = KernelFile.at(named.toAbsolutePath().normalize());
    ChosenDevice chosen = ChosenDevice.choose(wish, file.backends());
    return new LiveKernel(chosen, reader.apply(file, chosen.backend().name()), List.of());
  }

  ChosenDevice chosen();

  /** The devices whose locks a session holds, each by itself. */
  default List<ChosenDevice> reserved() {
    return chosen().apart();
  }

  Kernel kernel();

  Platform platform();

  /**
   * Refuses what this device is known not to report or to do, before a run begins.
   *
   * @throws BadInputException if the objective, the sanitizer or the seeding asks for it
   */
  default void requireFitFor(Job job, Objective objective) {
    requireMetrics(objective);
    requireSanitizer(job);
    requireLimits(job);
  }

  void requireMetrics(Objective objective);

  void requireLimits(Job job);

  /** Only finalists are sanitized, so that a missing tool would show at the end of the run. */
  default void requireSanitizer(Job job) {
    VerificationSettings.Sanitizing asked = job.evaluation().verification().sanitizer();
    if (asked == VerificationSettings.Sanitizing.FINALISTS
        && chosen().backend().sanitizer().isEmpty()) {
      throw new BadInputException(
          "%s asks for 'sanitizer: %s'. %s Or say 'gate: {sanitizer: never}'."
              .formatted(job.file(), asked.label(), chosen().backend().sanitizerRemedy()));
    }
  }

  /** What a run should say about it before it begins, one sentence each. */
  List<String> notes();

  /**
   * The same with a run's own copy of the kernel's files. A kernel that names no default gets one
   * there.
   *
   * @param news hears of each configuration that was tried as default and rejected
   * @throws BadInputException if no default was found
   */
  KernelOnDevice copiedTo(Path runFolder, Job job, Consumer<String> news)
      throws InterruptedException;

  /** The run that was begun first of those that share its fleet; empty where none does. */
  default Optional<String> fleet() {
    return Optional.empty();
  }

  /**
   * The defaults that were found for the copy, of a kernel that names none, and what runs that
   * share its fleet found so far.
   */
  default List<InitialConfiguration> found() {
    return List.of();
  }

  /** How an {@code evo.yaml} in the run's folder names the device. */
  String device(Path runFolder);

  /** How many evaluations in flight suit it. */
  int inFlight(SearchOptions search);

  /**
   * @param start from when on wall time counts, unless time is simulated
   */
  TuningRun run(RunSpec spec, ResultStore store, InstantSource clock, SessionStart start);
}

package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.config.Job.BaselineUse;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.replay.ReplayBackend.SimulatedClock;
import dev.evokernel.run.GitCheckout;
import dev.evokernel.run.KernelSnapshot;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.TuningRun;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.spec.RunSpec.Origin;
import dev.evokernel.spec.RunSpec.SearchSpec;
import dev.evokernel.spec.RunSpec.SeedingSpec;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ResultStore;
import dev.evokernel.text.Launcher;
import dev.evokernel.workers.WorkerLayout;

/** Kernel on the devices of a run: of this machine, of a {@link DeviceSource}, or a recording. */
public interface KernelOnDevice {

  /**
   * Opens the kernel and the devices of a job.
   *
   * @throws InvalidFileException if the kernel or the recording is invalid
   * @throws BadInputException if the kernel lacks a requested variant, or no variant can run
   * @throws EnvironmentException if this machine lacks the device
   */
  static KernelOnDevice of(Job job) {
    return job.recording()
        .<KernelOnDevice>map(
            file -> new ReplayedKernel(ReplayBackend.of(file, Launcher.shown(file))))
        .orElseGet(
            () -> {
              LiveKernel live = read(job.kernel(), job.device(), KernelFile::readUnsettled);
              return live.kernel().variants().isEmpty() && job.variants().isEmpty()
                  ? live
                  : live.narrowed(job.variants(), job.on(live.kernel()).shapes());
            });
  }

  static LiveKernel of(Path named, String wish) {
    return read(named, wish, KernelFile::read);
  }

  private static LiveKernel read(
      Path named, String wish, BiFunction<KernelFile, String, Kernel> reader) {
    KernelFile file = KernelFile.at(named.toAbsolutePath().normalize());
    ChosenDevice chosen = ChosenDevice.choose(wish, file.backends());
    return new LiveKernel(
        chosen, reader.apply(file, chosen.backend().name()), List.of(), List.of());
  }

  ChosenDevice chosen();

  /** Devices whose locks a session holds, each separately. */
  default List<ChosenDevice> reserved() {
    return chosen().apart();
  }

  Kernel kernel();

  /** Whether recorded results stand for the device. */
  default boolean isReplay() {
    return false;
  }

  /**
   * Refuses a job that does not fit the kernel, or that asks for something that the device is known
   * to lack.
   *
   * @throws InvalidFileException if the kernel lacks what the job names
   * @throws BadInputException if the objective, the sanitizer or the seeding asks for it
   */
  default void requireFitFor(Job job) {
    var _ = job.on(kernel());
    requireMetrics(job.objective());
    requireSanitizer(job);
    requireLimits(job);
  }

  void requireMetrics(Objective objective);

  default void requireLimits(Job job) {}

  /**
   * Refuses early, since only finalists are sanitized and a missing tool would show at the end of
   * the run.
   */
  default void requireSanitizer(Job job) {
    VerificationSettings.Sanitizing asked = job.evaluation().verification().sanitizer();
    if (asked == VerificationSettings.Sanitizing.FINALISTS
        && chosen().backend().sanitizer().isEmpty()) {
      throw new BadInputException(
          "%s asks for 'sanitizer: %s'. %s Or set 'gate: {sanitizer: never}'."
              .formatted(job.file(), asked.label(), chosen().backend().sanitizerRemedy()));
    }
  }

  /** Notes about the kernel for the start of a run, one sentence each. */
  default List<String> notes() {
    return List.of();
  }

  /**
   * Switches to a run's own copy of the kernel's files. A kernel without a default gets one in the
   * copy.
   *
   * @throws BadInputException if no default was found
   */
  KernelOnDevice copiedTo(Path runFolder, Job job, Consumer<String> news)
      throws InterruptedException;

  /** First run of those that share the fleet; empty without a fleet. */
  default Optional<String> fleet() {
    return Optional.empty();
  }

  /**
   * Initial configurations known at the start: defaults found for a kernel that names none, and
   * results of runs that share the fleet.
   */
  default List<InitialConfiguration> found() {
    return List.of();
  }

  /** Device as the {@code evo.yaml} in the run's folder names it. */
  String device(Path runFolder);

  /** Number of evaluations in flight that suits the device. */
  int inFlight(SearchOptions search);

  /**
   * @param started the start of wall time, a reading of {@link System#nanoTime}; unused if time is
   *     simulated
   */
  TuningRun run(RunSpec spec, ResultStore store, InstantSource clock, long started);

  /** Spec of a run of a job on this kernel. */
  default RunSpec spec(String id, Job job, SeedingSpec seeding) {
    Kernel kernel = kernel();
    Job.OnKernel resolved = job.on(kernel);
    Path origin = Launcher.shown(new KernelFile(job.kernel()).folder());
    return new RunSpec(
        id,
        kernel,
        resolved.shapes(),
        job.objective(),
        chosen().backend(),
        chosen().devices(),
        isReplay(),
        new SearchSpec(
            job.search().settings(inFlight(job.search())),
            job.budget(),
            resolved.initial(),
            seeding,
            job.search().decided(resolved.shapes().size(), job.hasOneSetAnyway(kernel)).sought()),
        job.evaluation(),
        new Acceptance(
            job.finals().acceptance(),
            job.finals().baselines() == BaselineUse.NEVER
                ? List.of()
                : kernel.baselines().stream().map(Baseline::name).toList(),
            job.finals().rounds(),
            job.finals().processes()),
        new Origin(
            origin,
            KernelSources.of(kernel).hash(),
            job.results(),
            job.onDevice(chosen().named()).text(origin, Launcher.shown(job.results())),
            GitCheckout.commit(origin),
            EvoVersion.text(),
            fleet()));
  }

  /** Kernel on a device of this machine. */
  public record LiveKernel(
      ChosenDevice chosen, Kernel kernel, List<String> notes, List<InitialConfiguration> found)
      implements KernelOnDevice {

    public LiveKernel {
      notes = List.copyOf(notes);
      found = List.copyOf(found);
    }

    LiveKernel with(Kernel settled, List<String> sentences, List<InitialConfiguration> defaults) {
      return new LiveKernel(
          chosen, settled, Stream.concat(notes.stream(), sentences.stream()).toList(), defaults);
    }

    /** Keeps only the variants that the device can run. */
    LiveKernel narrowed(List<String> names, List<Shape> shapes) {
      return narrowed(names, shapes, chosen.backend().limits(chosen.device()));
    }

    /** Keeps only the variants that a device with these limits can run. */
    public LiveKernel narrowed(
        List<String> names, List<Shape> shapes, Optional<DeviceLimits> limits) {
      var runnable = RunnableVariants.of(kernel, names, limits, shapes);
      return new LiveKernel(chosen, runnable.kernel(), runnable.notes(), List.of());
    }

    @Override
    public void requireMetrics(Objective objective) {
      if (objective.asksFor(Metric.ENERGY) && !chosen.backend().mayTellEnergy()) {
        throw new BadInputException(
            "The objective asks for energy, but the device '%s' does not report energy. GPUs report it, and CPUs with readable counters (evo doctor). Write 'objective: {minimise: time}', or choose another 'device'."
                .formatted(chosen.device().id()));
      }
    }

    @Override
    public LiveKernel copiedTo(Path runFolder, Job job, Consumer<String> news)
        throws InterruptedException {
      KernelFile copy = KernelFile.at(KernelSnapshot.take(kernel, runFolder));
      if (!kernel.namesDefault()) {
        return new DefaultSearch(copy, this, job, news)
            .settled(String.valueOf(runFolder.getFileName()));
      }
      Kernel copied = copy.read(chosen.backend().name()).only(kernel.variants().names());
      return new LiveKernel(chosen, copied, notes, List.of());
    }

    @Override
    public String device(Path runFolder) {
      return chosen.named();
    }

    @Override
    public int inFlight(SearchOptions search) {
      int devices = chosen.devices().size();
      return WorkerLayout.of(chosen.backend(), devices).inFlight(search.population(), devices);
    }

    @Override
    public TuningRun run(RunSpec spec, ResultStore store, InstantSource clock, long started) {
      return new TuningRun(spec, store, RunEnvironment.ofThisMachine(spec, clock).since(started));
    }
  }

  /** Recording that stands for a kernel and its device. */
  record ReplayedKernel(ReplayBackend recording) implements KernelOnDevice {

    @Override
    public ChosenDevice chosen() {
      return new ChosenDevice(recording, recording.devices().getFirst(), "");
    }

    @Override
    public Kernel kernel() {
      return recording.kernel();
    }

    @Override
    public boolean isReplay() {
      return true;
    }

    @Override
    public void requireMetrics(Objective objective) {
      for (Metric metric : List.of(Metric.ENERGY, Metric.ACCURACY)) {
        if (objective.asksFor(metric)) {
          throw new BadInputException(
              "The objective asks for %s, but the recording '%s' holds only times. Write 'objective: {minimise: time}', or choose another 'device'."
                  .formatted(metric.label(), chosen().device().id()));
        }
      }
    }

    @Override
    public void requireLimits(Job job) {
      if (job.seeding().hardware() > 0) {
        throw new BadInputException(
            "%s asks for 'seeding: {hardware: %d}', but a recording has no device limits. Remove the key, or choose another 'device'."
                .formatted(job.file(), job.seeding().hardware()));
      }
    }

    @Override
    public KernelOnDevice copiedTo(Path runFolder, Job job, Consumer<String> news) {
      Path file = kernel().file();
      var sources = new KernelSources(kernel().folder(), List.of(file));
      Path copy = KernelSnapshot.take(kernel().name(), sources, runFolder);
      Path copied = copy.resolve(String.valueOf(file.getFileName()));
      return new ReplayedKernel(ReplayBackend.of(copied, Launcher.shown(file)));
    }

    @Override
    public String device(Path runFolder) {
      return ReplayBackend.PREFIX + runFolder.relativize(kernel().file());
    }

    /** Returns 1: a recording has one simulated compiler and one simulated device. */
    @Override
    public int inFlight(SearchOptions search) {
      return 1;
    }

    @Override
    public TuningRun run(RunSpec spec, ResultStore store, InstantSource clock, long started) {
      var simulated = new SimulatedClock();
      return new TuningRun(
          spec,
          store,
          RunEnvironment.simulated(spec, clock, simulated, _ -> recording.workers(simulated)));
    }
  }
}

package dev.evokernel.cli;

import dev.evokernel.backend.CacheFolder;
import dev.evokernel.config.BaselineUse;
import dev.evokernel.config.Durations;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.JobText;
import dev.evokernel.config.ResolvedJob;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.config.SeedSources;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.RunFiles;
import dev.evokernel.run.GitCheckout;
import dev.evokernel.run.TuningRun;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.Acceptance;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.Origin;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SearchSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.store.LockOwner;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunLock;
import dev.evokernel.store.RunStatus;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo run}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Searches for the fastest correct configuration of a kernel: the overnight job.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the run is finished, whoever won",
      "2:bad input, the machine lacks something, somebody else uses the device, or the device"
          + " did not come back after a crash",
      "130:interrupted (143 by SIGTERM); everything is kept and the run can be resumed"
    })
final class RunCommand implements Callable<Integer> {

  /** Where a hand-written seed comes from. */
  private static final String WRITTEN = "written in evo.yaml";

  private static final InstantSource CLOCK = InstantSource.system();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      defaultValue = "evo.yaml",
      description = "The job (default: ${DEFAULT-VALUE}).")
  private Path config = Path.of("evo.yaml");

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description =
          "Goes on with a run where it stopped: its name, its beginning, or 'latest'."
              + " The job is the run's own; only the budget may be changed.")
  private @Nullable String resume;

  @Mixin private JobOptions options = new JobOptions();
  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    return resume == null ? begin(options.applyTo(JobReader.read(config))) : goOn(resume);
  }

  /** A new run: everything is checked before anything is written. */
  private int begin(Job job) throws InterruptedException {
    Setting original = Setting.of(job);
    original.requireTelling(job.on(original.kernel()).problem().objective());
    requireSanitizer(job, original.chosen());
    requireDeviceForSeeds(job, original);
    try (ResultStore store = store(job)) {
      SeedSources.Found seeds =
          SeedSources.read(job, original.kernel(), original.chosen().device().model(), store);
      try (DeviceLock lock = hold(original.chosen(), job, () -> freeId(store, original.kernel()))) {
        return begin(lock.run(), job, original, seeds, store);
      }
    }
  }

  /** A recording tells nothing of the device that it was taken on. */
  private static void requireDeviceForSeeds(Job job, Setting setting) {
    if (job.seeding().hardware() > 0 && setting.chosen().backend() instanceof ReplayBackend) {
      throw new BadInputException(
          "%s asks for 'seeding: {hardware: %d}', and a recording does not tell its device's limits. Leave the key out, or choose another 'device'."
              .formatted(job.file(), job.seeding().hardware()));
    }
  }

  private int begin(
      String id, Job job, Setting original, SeedSources.Found seeds, ResultStore store)
      throws InterruptedException {
    Path folder = job.results().resolve(id);
    try (var _ = new UnbegunRun(store, id, folder);
        RunLock _ = lock(job, id)) {
      Setting copy = original.copiedTo(folder);
      Job own = job.onDevice(copy.device(folder)).searching(settled(job, copy));
      Path kernel = Path.of("kernel", copy.kernel().name());
      JobText.write(own, kernel, Path.of(".."), folder.resolve("evo.yaml"));
      RunSpec plan =
          plan(
              id,
              own,
              copy,
              new SeedingSpec(
                  seeds.configurations(), job.seeding().hardware(), job.seeding().priors()));
      announce(plan, copy.chosen());
      seeds.news().forEach(news -> say("%s", news));
      return execute(plan, copy, job, store, Optional.empty());
    }
  }

  /** Not at the end of the night. */
  private static void requireSanitizer(Job job, Devices chosen) {
    if (job.evaluation().verification().sanitizer() != VerificationSettings.Sanitizing.NEVER
        && chosen.backend().sanitizer().isEmpty()) {
      throw new BadInputException(
          "%s asks for 'sanitizer: %s'. %s Or say 'gate: {sanitizer: never}'."
              .formatted(
                  job.file(),
                  job.evaluation().verification().sanitizer().label(),
                  chosen.backend().sanitizerRemedy()));
    }
  }

  private static String freeId(ResultStore store, Kernel kernel) {
    return store.freeId(kernel.name(), CLOCK.instant(), ZoneId.systemDefault());
  }

  private DeviceLock hold(Devices chosen, Job job, Supplier<String> run)
      throws InterruptedException {
    return device.hold(chosen, run, CLOCK.instant(), job.results(), news -> say("%s", news));
  }

  /** What the machine decides is decided once, so that the run stays the same on another. */
  private static SearchOptions settled(Job job, Setting setting) {
    return job.search().withInFlight(job.search().settings(setting.inFlight(job)).inFlight());
  }

  private int goOn(String reference) throws InterruptedException {
    options.requireOnlyTheBudget();
    Job own = JobReader.read(resumedConfig(reference));
    Job job = options.applyTo(own);
    try (ResultStore store = store(job)) {
      RunHistory history = store.history(reference);
      return history.run().status() == RunStatus.FINISHED && !mayGoOn(history, own, job)
          ? sayFinished(job, history)
          : goOn(job, store, history);
    }
  }

  /** A finished run has more to do only within a greater budget than it had. */
  private static boolean mayGoOn(RunHistory history, Job own, Job job) {
    long evaluated =
        history.candidates().stream().filter(one -> one.evaluation().isPresent()).count();
    return job.budget().isBeyond(own.budget())
        && job.budget().hasRoomAfter(evaluated, history.run().spent());
  }

  private int sayFinished(Job job, RunHistory history) {
    say("Run %s is finished; a greater budget lets it go on, for example:", history.run().id());
    say(
        "  ./evo run --resume %s %s%s%n",
        history.run().id(), more(job.budget(), history), where(job.results()));
    say("%s", Conclusion.of(history).text());
    return 0;
  }

  private static String more(Budget budget, RunHistory history) {
    return budget.hasEvaluations()
        ? "--evaluations " + 2 * Math.max(budget.evaluations(), history.candidates().size())
        : "--wall " + Durations.text(budget.wall().multipliedBy(2));
  }

  private static ResultStore store(Job job) {
    return ResultStore.open(job.results().resolve(ResultStore.FILE_NAME));
  }

  private int goOn(Job job, ResultStore store, RunHistory history) throws InterruptedException {
    String id = history.run().id();
    Setting setting = Setting.of(job);
    Devices chosen = setting.chosen();
    String measuredOn = history.run().provenance().device().model();
    if (!chosen.device().model().equals(measuredOn)) {
      throw new BadInputException(
          "Run '%s' was measured on %s, and this is %s: their times cannot be mixed. Start a new run: evo run --config %s"
              .formatted(id, measuredOn, chosen.device().model(), job.file()));
    }
    requireSanitizer(job, chosen);
    try (DeviceLock _ = hold(chosen, job, () -> id);
        RunLock _ = lock(job, id)) {
      RunSpec plan = plan(id, job, setting, SeedingSpec.NONE);
      announce(plan, chosen);
      return execute(plan, setting, job, store, Optional.of(store.resume(id)));
    }
  }

  private int execute(
      RunSpec plan, Setting setting, Job job, ResultStore store, Optional<RunHistory> earlier)
      throws InterruptedException {
    new CacheFolder(plan.origin().results().resolve("cache")).bound(job.output().cacheBytes());
    TuningRun overnight = setting.job(plan, store, CLOCK);
    try (var _ = new Interruption(overnight::stop);
        var _ = new UnbegunRun(store, plan.id(), plan.folder())) {
      RunHistory history = watched(overnight, job, earlier);
      conclude(plan, history);
      return history.run().status() == RunStatus.FINISHED ? 0 : 130;
    } catch (ChangedDeviceException e) {
      conclude(plan, store.history(plan.id()));
      throw e;
    }
  }

  private RunHistory watched(TuningRun overnight, Job job, Optional<RunHistory> earlier)
      throws InterruptedException {
    try (var display =
            job.recording().isPresent()
                ? ProgressDisplay.simulated(out(), job.budget())
                : ProgressDisplay.of(out());
        var metrics = Metrics.of(job.output().prometheus(), display)) {
      metrics.endpoint().ifPresent(url -> say("Metrics: %s", url));
      return overnight.run(earlier, metrics);
    }
  }

  private void conclude(RunSpec plan, RunHistory history) {
    RunFiles.write(history, plan.folder(), ZoneId.systemDefault());
    say("%n%s", Conclusion.of(history).text());
    if (history.run().status() != RunStatus.FINISHED) {
      say("Stopped; everything evaluated so far is kept. Go on with:");
      say("  ./evo run --resume %s%s%n", plan.id(), where(plan));
    }
    say("Files:        %s", shown(plan.folder()));
    say("Leaderboard:  ./evo leaderboard --kernel %s%s", plan.kernel().name(), where(plan));
    say("Details:      ./evo show %s%s", plan.id(), where(plan));
  }

  private void announce(RunSpec plan, Devices chosen) {
    say("Run %s", plan.id());
    say("Kernel:  %s — %s", plan.kernel().name(), plan.kernel().summary());
    say(
        "Device:  %s (%s)%s",
        chosen.device().id(),
        chosen.device().model(),
        chosen.because().isEmpty() ? "" : ", because " + chosen.because().replaceAll("; $", ""));
  }

  private static RunSpec plan(String id, Job job, Setting setting, SeedingSpec seeding) {
    Devices chosen = setting.chosen();
    Kernel kernel = setting.kernel();
    ResolvedJob resolved = job.on(kernel);
    Path origin = shown(Optional.ofNullable(job.kernel().getParent()).orElse(job.kernel()));
    return new RunSpec(
        id,
        resolved.problem(),
        setting.platform(),
        new SearchSpec(
            job.search().settings(setting.inFlight(job)),
            job.budget(),
            resolved.initial().stream()
                .map(seed -> new InitialConfiguration(seed, WRITTEN))
                .toList(),
            seeding),
        job.evaluation(),
        new Acceptance(
            job.finals().acceptance(),
            job.finals().baselines() == BaselineUse.NEVER
                ? List.of()
                : kernel.baselines().stream().map(Baseline::name).toList()),
        new Origin(
            origin,
            KernelSources.of(kernel).hash(),
            job.results(),
            JobText.of(job.onDevice(chosen.device().id()), origin, shown(job.results())),
            GitCheckout.commit(origin),
            Version.text()));
  }

  private Path resumedConfig(String reference) {
    Path results = options.results().orElse(Path.of("results"));
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      throw new BadInputException(
          "There is nothing to resume in " + results + ". Maybe name the folder: --results FOLDER");
    }
    try (ResultStore store = ResultStore.openReadOnly(file)) {
      return results.resolve(store.run(reference).id()).resolve("evo.yaml");
    }
  }

  private static RunLock lock(Job job, String run) {
    return RunLock.acquire(
        job.results().resolve(run),
        LockOwner.ofThisProcess(run, CLOCK.instant(), Host.name(), job.results()));
  }

  /** Relative to the working folder where it lies below, as people type it. */
  static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
  }

  private static String where(RunSpec plan) {
    return where(plan.origin().results());
  }

  private static String where(Path folder) {
    String results = shown(folder).toString();
    return results.equals("results") ? "" : " --results " + results;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private void say(String format, Object... arguments) {
    out().println(format.formatted(arguments));
    out().flush();
  }
}

package dev.evokernel.cli;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.config.Job;
import dev.evokernel.report.Conclusion;
import dev.evokernel.spec.MachineLoad;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.RunHistory;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.DeviceSource;
import dev.evokernel.tuning.EarlierRun;
import dev.evokernel.tuning.Interruption;
import dev.evokernel.tuning.SessionStart;
import dev.evokernel.tuning.SharedRuns;
import dev.evokernel.tuning.TuningSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "run",
    description = "Searches for the fastest correct configuration within a budget.",
    exitCodeList = {
      "0:the run is finished: another configuration is accepted, or the default stays",
      "2:bad input, a missing requirement, a busy device, or a device that did not recover from a"
          + " crash",
      "3:undecided: the run is finished, but it has no finals, or they could not show enough; with"
          + " several device models, those of at least one run",
      "130:interrupted (143 by SIGTERM); all results are kept and the run can be resumed"
    })
final class RunCommand implements Callable<Integer> {

  private static final String LATEST = "latest";
  static final int UNDECIDED = 3;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The job (default: evo.yaml; without the file, the named kernel or recording with default"
              + " settings).")
  private @Nullable Path config;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description =
          "Resumes a run: its name, a prefix of it, or 'latest', which on a fleet of several device"
              + " models resumes the run of each."
              + " Uses the run's own job; only the budget can be changed.")
  private @Nullable String resume;

  @Option(
      names = {"-v", "--verbose"},
      description = "Adds the reasons of the finals and the use of time to the final output.")
  private boolean verbose;

  private long started = System.nanoTime();
  private CompletableFuture<Optional<MachineLoad>> load =
      CompletableFuture.completedFuture(Optional.empty());

  @Mixin private JobOptions options = new JobOptions();
  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Starts wall time with the process, which exists only for this command. */
  void countFromTheStartOfTheProcess() {
    started = SessionStart.ofProcess();
  }

  @Override
  public Integer call() throws InterruptedException {
    var text = new RunText(spec.commandLine().getOut(), verbose);
    var start = new SessionStart(started, device.reservation(), text::news);
    load = MachineLoad.sampling();
    Backend.askAhead("cuda"); // Most kernels have a section for it, and the drivers take a second.
    if (resume == null) {
      Job job = extended(options.job(config));
      try (SharedRuns session = SharedRuns.begin(job, start)) {
        return run(session, job, text);
      }
    }
    options.requireOnlyTheBudget();
    EarlierRun earlier = EarlierRun.named(resume, options.results().orElse(Path.of("results")));
    Job job = extended(options.applyTo(earlier.job()));
    Optional<RunHistory> finished = earlier.finished(job);
    SequencedMap<EarlierRun, Job> rest = unfinished(earlier, job, finished.isEmpty());
    if (rest.isEmpty()) {
      text.finished(finished.orElseThrow(), job);
      return exitCode(List.of(finished.orElseThrow()));
    }
    try (SharedRuns session = SharedRuns.resume(rest, start)) {
      return run(session, job, text);
    }
  }

  private Job extended(Job job) {
    Job extended = job;
    for (ExtensionOptions extension : ExtensionOptions.of(spec)) {
      extended = extension.applyTo(extended);
    }
    return extended;
  }

  /** Unfinished runs to resume; with {@code latest} those of the whole fleet. */
  private SequencedMap<EarlierRun, Job> unfinished(EarlierRun earlier, Job own, boolean itself) {
    var runs = new LinkedHashMap<EarlierRun, Job>();
    List<EarlierRun> all = LATEST.equals(resume) ? earlier.fleet() : List.of(earlier);
    for (EarlierRun run : all) {
      boolean isOwn = run.id().equals(earlier.id());
      Job job = isOwn ? own : extended(options.applyTo(run.job()));
      if (isOwn ? itself : run.finished(job).isEmpty()) {
        runs.put(run, job);
      }
    }
    return runs;
  }

  private int run(SharedRuns session, Job job, RunText text) throws InterruptedException {
    boolean isLocal = DeviceSource.of(job).isEmpty();
    var shown =
        new SharedRunsText(
            session,
            text,
            first -> {
              if (isLocal && onBusyCores(first.spec())) {
                load.join().ifPresent(text::load);
              }
              return accompanied(first, text);
            });
    resumable(session.sessions().getFirst().spec());
    Runnable stop =
        () -> {
          session.sessions().forEach(run -> text.stopping(run.spec()));
          session.stop();
        };
    try (var _ = new Interruption(stop);
        shown) {
      session.run(shown);
    }
    return shown.finished().map(RunCommand::exitCode).orElse(130);
  }

  private static void resumable(RunSpec run) {
    Launcher.resumable(
        List.of("run", "--resume", run.id(), "--results", run.origin().results().toString()));
  }

  private static boolean onBusyCores(RunSpec spec) {
    return !spec.isReplay() && spec.backend().compilingDisturbsTiming();
  }

  static int exitCode(Collection<RunHistory> finished) {
    return Conclusion.areDecided(finished) ? 0 : UNDECIDED;
  }

  private Runnable accompanied(TuningSession session, RunText text) {
    List<Runnable> companions =
        ExtensionOptions.of(spec).stream()
            .map(extension -> extension.accompany(session, text::news))
            .toList();
    return () -> companions.forEach(Runnable::run);
  }
}

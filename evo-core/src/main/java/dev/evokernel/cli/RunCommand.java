package dev.evokernel.cli;

import dev.evokernel.cli.options.DeviceOptions;
import dev.evokernel.cli.options.FleetOptions;
import dev.evokernel.cli.options.JobOptions;
import dev.evokernel.config.Job;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.tuning.EarlierRun;
import dev.evokernel.tuning.Interruption;
import dev.evokernel.tuning.SessionStart;
import dev.evokernel.tuning.TuningSession;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
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
      "0:the run is finished, whatever won",
      "2:bad input, the machine lacks something, another process uses the device, or the device"
          + " did not recover from a crash",
      "130:interrupted (143 by SIGTERM); everything is kept and the run can be resumed"
    })
final class RunCommand implements Callable<Integer> {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The job (default: evo.yaml; where there is none, a named kernel or recording with a"
              + " job's defaults).")
  private @Nullable Path config;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description =
          "Resumes a run where it stopped: its name, its beginning, or 'latest'."
              + " The job is the run's own; only the budget may be changed.")
  private @Nullable String resume;

  @Option(
      names = {"-v", "--verbose"},
      description = "At the end also the finals' reasons in sentences, and where the time went.")
  private boolean verbose;

  @Option(
      names = "--dashboard",
      paramLabel = "HOST:PORT",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Serve the results as pages in the browser while the run goes on (see: evo dashboard);"
              + " on loopback unless an address is given.")
  private @Nullable String dashboard;

  private SessionStart start = SessionStart.now();

  @Mixin private JobOptions options = new JobOptions();
  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  /** The process was started for this command: what its virtual machine took counts as well. */
  void countFromTheStartOfTheProcess() {
    start = SessionStart.ofProcess();
  }

  @Override
  public Integer call() throws InterruptedException {
    var text = new RunText(spec.commandLine().getOut(), verbose);
    if (resume == null) {
      Job job = fleet.applyTo(options.job(config));
      try (var session = TuningSession.begin(job, device.reservation(), start, text::line)) {
        return run(session, text);
      }
    }
    options.requireOnlyTheBudget();
    EarlierRun earlier = EarlierRun.named(resume, options.results().orElse(Path.of("results")));
    Job job = fleet.applyTo(options.applyTo(earlier.job()));
    Optional<RunHistory> finished = earlier.finished(job);
    if (finished.isPresent()) {
      text.finished(finished.get(), job);
      return 0;
    }
    try (var session =
        TuningSession.resume(earlier, job, device.reservation(), start, text::line)) {
      return run(session, text);
    }
  }

  private int run(TuningSession session, RunText text) throws InterruptedException {
    text.announcement(session.spec(), session.device());
    try (var _ = served(session, text);
        var _ = new Interruption(session::stop)) {
      RunHistory history = watched(session, text);
      text.conclusion(session.spec(), history);
      return history.run().status() == RunStatus.FINISHED ? 0 : 130;
    } catch (ChangedDeviceException e) {
      session.history().ifPresent(history -> text.conclusion(session.spec(), history));
      throw e;
    }
  }

  private DashboardProcess served(TuningSession session, RunText text) {
    return dashboard == null
        ? DashboardProcess.none()
        : DashboardProcess.start(session.spec().origin().results(), dashboard, text::line);
  }

  private RunHistory watched(TuningSession session, RunText text) throws InterruptedException {
    try (var display = ProgressDisplay.of(session.spec(), spec.commandLine().getOut())) {
      return session.run(display, text::line);
    }
  }
}

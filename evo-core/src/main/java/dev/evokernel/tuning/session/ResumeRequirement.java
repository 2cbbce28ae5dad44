package dev.evokernel.tuning.session;

import dev.evokernel.config.Job;
import dev.evokernel.config.options.Durations;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.run.SessionNeed;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.KernelOnDevice;
import dev.evokernel.tuning.device.SessionStart;
import java.time.Duration;
import java.util.Locale;

/** Requirements for resuming a run: an unchanged device and enough wall time. */
final class ResumeRequirement {

  private ResumeRequirement() {}

  static void sameDevice(StoredRun run, KernelOnDevice subject, Job job) {
    String measuredOn = run.provenance().device().model();
    String model = subject.chosen().device().model();
    if (!model.equals(measuredOn)) {
      throw new BadInputException(
          "Run '%s' was measured on %s, but this device is %s, and their times cannot be mixed. Start a new run: %s"
              .formatted(
                  run.id(),
                  measuredOn,
                  model,
                  Launcher.command("run --config " + Printable.word(job.file()))));
    }
  }

  static void time(RunSpec spec, ResultStore store, SessionStart start) {
    if (!spec.budget().hasWall() || !(spec.platform() instanceof Hardware)) {
      return;
    }
    RunHistory history = store.pagedHistory(spec.id());
    SessionNeed need = SessionNeed.of(spec, history);
    Duration left = spec.budget().wall().minus(history.run().spent());
    Duration used = Duration.ofNanos(System.nanoTime() - start.nanos());
    if (left.minus(used).compareTo(need.total()) < 0) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "Run '%s' has %.1f s left of its wall time of %s, but a session needs at least %.1f"
                  + " s: %s. Extend the run: %s",
              spec.id(),
              Math.max(0, left.toMillis() / 1000.0),
              Durations.text(spec.budget().wall()),
              need.total().plus(used).toMillis() / 1000.0,
              need,
              Launcher.command(
                  "run --resume %s --wall %s%s"
                      .formatted(
                          Printable.word(spec.id()),
                          Durations.text(spec.budget().wall().multipliedBy(2).plus(need.total())),
                          Launcher.results(spec.origin().results())))));
    }
  }
}

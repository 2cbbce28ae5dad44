package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.run.TimePlan;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings.Sanitizing;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import dev.evokernel.text.Durations;
import dev.evokernel.text.Launcher;
import dev.evokernel.workers.RunClock.Stopwatch;

/** Requirements for resuming a run: an unchanged device and enough wall time. */
final class ResumeRequirement {

  private ResumeRequirement() {}

  /** The least time that a session needs to resume a run, estimated from earlier sessions. */
  record Need(Duration start, Duration evaluation, Duration finals) {

    static Need of(RunSpec spec, RunHistory history) {
      long resumed = history.recoveryChecks().stream().filter(check -> !check.afterLoss()).count();
      Duration start =
          history.run().timeBudget().of(DeviceActivity.STARTING).dividedBy(1 + resumed);
      Duration sanitizing =
          spec.evaluation().verification().sanitizer() == Sanitizing.CHAMPION
              ? spec.backend().sanitizer().map(sanitizer -> sanitizer.usual()).orElse(Duration.ZERO)
              : Duration.ZERO;
      var plan =
          new TimePlan(spec, new Stopwatch(System::nanoTime, 0, 0), start.dividedBy(2), sanitizing);
      plan.knows(history);
      return new Need(start, plan.evaluation(), plan.leastFinals());
    }

    public Duration total() {
      return start.plus(evaluation).plus(finals);
    }

    /**
     * Formats the need, for example {@code 5.2 s to start, 0.3 s for an evaluation and 6.1 s for
     * finals}.
     */
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.1f s to start, %.1f s for an evaluation and %.1f s for finals",
          start.toMillis() / 1000.0,
          evaluation.toMillis() / 1000.0,
          finals.toMillis() / 1000.0);
    }
  }

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

  static void time(RunSpec spec, ResultStore store, long started) {
    if (!spec.budget().hasWall() || spec.isReplay()) {
      return;
    }
    RunHistory history = store.pagedHistory(spec.id());
    Need need = Need.of(spec, history);
    Duration left = spec.budget().wall().minus(history.run().spent());
    Duration used = Duration.ofNanos(System.nanoTime() - started);
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
              spec.command(
                  "run --resume",
                  " --wall "
                      + Durations.text(spec.budget().wall().multipliedBy(2).plus(need.total())))));
    }
  }
}

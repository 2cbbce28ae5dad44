package dev.evokernel.cli;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.config.Job;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.spec.MachineLoad;
import dev.evokernel.spec.MachineLoad.OpenMpSettings;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Budget;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunEnding;
import dev.evokernel.store.RunEnding.Reason;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.text.Durations;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.ChosenDevice;

/** Output of {@code evo run} before and after a session. */
record RunText(PrintWriter out, boolean isVerbose) {
  void news(String message) {
    line("%s", message);
  }

  /** Prints lines of a format; each argument is on one line. */
  void line(String format, Object... arguments) {
    out.println(
        format.formatted(
            Arrays.stream(arguments).map(String::valueOf).map(Printable::inline).toArray()));
    out.flush();
  }

  private void conclusion(RunHistory history) {
    out.println(Conclusion.of(history).text(Terminal.style(isVerbose)));
  }

  void announcement(RunSpec spec, ChosenDevice chosen) {
    line("Run %s", spec.id());
    line("Kernel:  %s — %s", spec.kernel().name(), spec.kernel().identity().summary());
    line(
        "Device:  %s (%s)%s",
        String.join(", ", chosen.devices().stream().map(DeviceIdentity::id).toList()),
        chosen.device().model(),
        chosen.because().isEmpty() ? "" : ", because " + chosen.because().replaceAll("; $", ""));
  }

  void load(MachineLoad load) {
    if (load.isBusy()) {
      line("warning: noisy machine: %s. Times vary, and the finals may end undecided.", load);
      line("OpenMP:  %s", OpenMpSettings.text(System.getenv()));
    }
  }

  /** Prints the line that resumes a run at once: its end may take longer than its process has. */
  void stopping(RunSpec spec) {
    line("%nStopping. Resume: %s", spec.command("run --resume", ""));
  }

  void conclusion(RunSpec spec, RunHistory history) {
    String results = Launcher.results(spec.origin().results());
    out.println();
    conclusion(history);
    if (history.run().status() != RunStatus.FINISHED) {
      line("Stopped. All evaluations are kept. Resume with:");
      line("  %s%n", spec.command("run --resume", ""));
    }
    line("Files:        %s", Launcher.shown(spec.folder()));
    line(
        "Leaderboard:  %s",
        Launcher.command("leaderboard --kernel " + Printable.word(spec.kernel().name()) + results));
    line("Details:      %s", spec.command("show", ""));
  }

  void overview(Path results, List<String> runs) {
    try (ResultStore store = ResultStore.openReadOnly(results.resolve(ResultStore.FILE_NAME))) {
      Instant now = Instant.now();
      List<RunState> states =
          runs.stream().filter(store::has).map(run -> RunState.of(store, run, now)).toList();
      out.print(new RunList(states, ZoneId.systemDefault()).text(Terminal.style(false)));
      out.flush();
    }
  }

  void finished(RunHistory history, Job job) {
    String id = history.run().id();
    Optional<Reason> ended = history.run().ending().map(RunEnding::reason);
    if (ended.equals(Optional.of(Reason.SPACE_EXHAUSTED))) {
      line("Run %s is finished: the search space is exhausted.%n", id);
    } else {
      boolean impatient = ended.equals(Optional.of(Reason.PATIENCE));
      line(
          "Run %s is finished. To continue with %s:",
          id, impatient ? "more patience" : "a larger budget");
      line(
          "  %s%n",
          Launcher.command(
              "run --resume %s %s%s"
                  .formatted(
                      Printable.word(id),
                      impatient ? "--patience never" : more(job.budget(), history),
                      Launcher.results(job.results()))));
    }
    conclusion(history);
    out.flush();
  }

  private static String more(Budget budget, RunHistory history) {
    return budget.hasEvaluations()
        ? "--evaluations " + 2 * Math.max(budget.evaluations(), history.candidates().size())
        : "--wall " + Durations.text(budget.wall().multipliedBy(2));
  }
}

package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.cli.Terminal;
import dev.evokernel.cli.TimeConverter;
import dev.evokernel.health.Pause;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunStatus;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Group("Read results")
@Command(
    name = "watch",
    description = {
      "Follows a run of another process until it ends.",
      "Only reads; can be stopped at any time."
    },
    exitCodeList = {
      "0:the run is finished",
      "1:the run was interrupted or killed, and can be resumed",
      "2:bad input",
      "130:watching was interrupted; the run continues"
    })
public final class WatchCommand implements Callable<Integer>, ExtensionCommand {

  @Parameters(
      paramLabel = "RUN",
      defaultValue = "latest",
      description = "Name of a run, its prefix, or 'latest' (default: ${DEFAULT-VALUE}).")
  private String reference = "latest";

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = TimeConverter.class,
      description = "Interval between updates (default: ${DEFAULT-VALUE}).")
  private Duration every = Duration.ofSeconds(2);

  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  private String last = "";

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (ResultStore store = results.open()) {
      String run = store.run(reference).id();
      out.println("Run " + run);
      RunState end =
          new RunWatch(every, Thread::sleep, InstantSource.system())
              .follow(store, run, state -> show(state, out));
      out.println();
      out.println(end.conclusion().text(Terminal.style(false)));
      if (end.status() != RunStatus.FINISHED) {
        out.println(ended(end));
        out.println(
            "Resume with:  "
                + Launcher.command("run --resume " + Printable.word(run) + results.words()));
      }
      out.flush();
      return end.status() == RunStatus.FINISHED ? 0 : 1;
    }
  }

  private void show(RunState state, PrintWriter out) {
    String seen = state.evaluations() + state.status().label();
    if (!seen.equals(last)) {
      last = seen;
      out.println(line(state));
      out.flush();
    }
  }

  /** Line, for example {@code 1m05s spent, 2m05s left · 128 evaluated, 12 rejected, best 1.31×}. */
  private static String line(RunState state) {
    String left = RunList.left(state);
    return "%s spent%s · %d evaluated%s%s"
        .formatted(
            Units.clock(state.spent()),
            left.isEmpty() ? "" : ", " + left + " left",
            state.evaluations(),
            state.rejected() == 0 ? "" : ", " + state.rejected() + " rejected",
            state
                .conclusion()
                .shown()
                .filter(best -> best.speedUp().isPresent())
                .map(
                    best ->
                        String.format(
                            Locale.ROOT, ", best %.2f× the default", best.speedUp().getAsDouble()))
                .orElse(""));
  }

  private static String ended(RunState state) {
    String when = Units.minute(state.since(), ZoneId.systemDefault());
    return state.status() == RunStatus.KILLED
        ? "The run was killed, or the machine went down; its last evaluation ended at " + when + "."
        : "The run was interrupted at " + when + ".";
  }

  /** Follows a run of any process through the store, without writing or locking. */
  public record RunWatch(Duration interval, Pause pause, InstantSource clock) {

    /** Reads the run's state until the run has ended, and returns the last state. */
    public RunState follow(ResultStore store, String run, Consumer<RunState> seen)
        throws InterruptedException {
      while (true) {
        RunState state = RunState.of(store, run, clock.instant());
        seen.accept(state);
        if (state.status() != RunStatus.RUNNING) {
          return state;
        }
        pause.sleep(interval);
      }
    }
  }
}

package dev.evokernel.dashboard.command;

import module java.base;

import dev.evokernel.cli.extension.ExtensionCommand;
import dev.evokernel.cli.options.ResultsOption;
import dev.evokernel.cli.terminal.Terminal;
import dev.evokernel.cli.terminal.TimeConverter;
import dev.evokernel.dashboard.RunWatch;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.report.RunList;
import dev.evokernel.report.RunState;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.text.Launcher;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo watch}. */
@Command(
    name = "watch",
    description =
        "Follows a run of another process until it ends. Only reads; can be stopped at any time.",
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
}

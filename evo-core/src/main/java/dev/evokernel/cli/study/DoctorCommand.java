package dev.evokernel.cli.study;

import module java.base;

import dev.evokernel.cli.extension.ActionOptions;
import dev.evokernel.cli.extension.ExtensibleCommand;
import dev.evokernel.cli.extension.ExtensionOptions;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.tuning.study.MachineCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code evo doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Checks what this machine lacks for a run, and how to fix it. To check a kernel, use"
            + " 'evo check'.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:at least one backend is ready; with --self-test: every line is right",
      "1:no backend is ready; with --self-test: a line is wrong",
      "2:bad input, or the device does not exist"
    })
public final class DoctorCommand implements Callable<Integer>, ExtensibleCommand {

  @Option(
      names = "--results",
      defaultValue = "results",
      description = "The folder that must be writable (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  private final List<ActionOptions> extensions = ExtensionOptions.of("doctor", ActionOptions.class);

  @Mixin private FormatOption format = new FormatOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return ActionOptions.call(extensions, spec, this::check);
  }

  @Override
  public List<ActionOptions> extensions() {
    return extensions;
  }

  private int check() {
    var report = new MachineCheckReport(new MachineCheck(results).check());
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.choose(report::text, report::json, report::markdown));
    out.flush();
    return report.isReady() ? 0 : 1;
  }
}

package dev.evokernel.cli;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.SelfTestOptions;
import dev.evokernel.tuning.MachineCheck;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Checks whether this machine is ready for tonight, and says how to mend what is missing."
            + " 'evo check' looks at a kernel.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:at least one backend can run; of a self-test: every line is right",
      "1:none can; of a self-test: a line is wrong",
      "2:bad input, or there is no such device"
    })
final class DoctorCommand implements Callable<Integer> {

  @Option(
      names = "--results",
      defaultValue = "results",
      description = "The folder that has to be writable (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @ArgGroup(
      exclusive = false,
      heading =
          "%nProvoke every fault that a night may bring, and run every lying kernel of ours:%n")
  private @Nullable SelfTestOptions selfTest;

  @Mixin private FormatOption format = new FormatOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    return selfTest == null ? check() : selfTest.run(spec, format);
  }

  private int check() {
    var report = new CheckReport(new MachineCheck(results).check());
    PrintWriter out = spec.commandLine().getOut();
    out.print(format.choose(() -> new CheckText(report).text(), report::json, report::markdown));
    out.flush();
    return report.isReady() ? 0 : 1;
  }
}

package dev.evokernel.cli;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.TrialOptions;
import dev.evokernel.tuning.KernelTrial;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "All that can be known of a kernel without a run, in seconds: reads its file, counts its"
            + " space, compiles the default, runs and verifies it once, and says what verification"
            + " leaves out. Leaves nothing behind.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is wrong; something may be weak, missing on this machine or left to fill in",
      "1:something is wrong",
      "2:bad input"
    })
final class CheckCommand implements Callable<Integer> {

  @Mixin private TrialOptions options = new TrialOptions();
  @Mixin private FormatOption format = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    var report = new TrialReport(new KernelTrial(options.job(), options.shapes()).findings());
    spec.commandLine().getOut().print(format.choose(report::text, report::json, report::markdown));
    spec.commandLine().getOut().flush();
    return report.isRight() ? 0 : 1;
  }
}

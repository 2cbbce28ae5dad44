package dev.evokernel.cli.study;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.TrialOptions;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.tuning.study.KernelTrial;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evo check}. */
@Command(
    name = "check",
    description =
        "Validates a kernel without searching: parses kernel.yaml, counts the search space,"
            + " compiles and verifies the default, and lists gaps of the verification. Writes"
            + " only to results/cache.",
    exitCodeList = {
      "0:no errors; warnings, TODOs and missing requirements are possible",
      "1:at least one error",
      "2:bad input"
    })
public final class CheckCommand implements Callable<Integer> {

  @Mixin private TrialOptions options = new TrialOptions();
  @Mixin private FormatOption format = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    var report =
        new KernelTrialReport(
            new KernelTrial(options.job(), options.shapes(), News.of(spec)).findings());
    format.print(spec, report);
    return report.isRight() ? 0 : 1;
  }
}

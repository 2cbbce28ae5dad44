package dev.evokernel.cli;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.report.BaselineReport;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BaselineStudy;
import dev.evokernel.tuning.Target;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "baseline",
    description = {
      "Measures the libraries that kernel.yaml lists as 'baselines'.",
      "Runs them on the kernel's shapes and inputs, verified against the reference and sampled like candidates."
    },
    exitCodeList = {
      "0:at least one baseline is correct and was measured",
      "1:no baseline was measured: the table shows the reasons",
      "2:bad input, no baselines in kernel.yaml, or a missing requirement of the machine"
    })
final class BaselineCommand implements Callable<Integer> {

  @Mixin private KernelOptions kernel = new KernelOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      split = ",",
      description = "Only these baselines (default: all).")
  private List<String> names = List.of();

  @Mixin private ResultsOption results = new ResultsOption();

  @Option(
      names = "--recorded",
      description =
          "Measure nothing; show the last measurement, by this command or in a run's finals.")
  private boolean recorded;

  @Mixin private ReportOptions output = new ReportOptions();
  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Target target = kernel.target(results.folder());
    BaselineStudy study = BaselineStudy.of(target, names, command(target));
    BaselineReport report =
        recorded ? study.recorded() : study.measure(device.reservation(), News.of(spec));
    output.print(spec, report);
    return report.readings().stream().anyMatch(BaselineReading::isRight) ? 0 : 1;
  }

  private String command(Target target) {
    return Launcher.command(
        "baseline "
            + kernel.words(target.device())
            + GivenOptions.of(spec, "--name", "--recorded")
            + results.words());
  }
}

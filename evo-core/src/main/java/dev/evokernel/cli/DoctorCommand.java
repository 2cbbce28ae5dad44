package dev.evokernel.cli;

import dev.evokernel.tuning.MachineCheck;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "doctor",
    description = {
      "Checks what this machine lacks for a run, and how to fix it.",
      "To check a kernel, use 'evo check'."
    },
    exitCodeList = {
      "0:at least one backend is ready; with --self-test: every line is right",
      "1:no backend is ready; with --self-test: a line is wrong",
      "2:bad input, or the device does not exist"
    })
final class DoctorCommand implements Callable<Integer> {

  @Option(
      names = "--results",
      defaultValue = "results",
      description = "The folder that must be writable (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Mixin private FormatOption format = new FormatOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    var report = new Findings.OfMachine(new MachineCheck(results).check());
    format.print(spec, report);
    return report.isReady() ? 0 : 1;
  }
}

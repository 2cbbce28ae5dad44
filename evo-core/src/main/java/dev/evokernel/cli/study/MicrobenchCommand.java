package dev.evokernel.cli.study;

import dev.evokernel.cli.options.DeviceOptions;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.options.KernelOptions;
import dev.evokernel.cli.options.MicrobenchOptions;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.microbench.MicroRanking;
import dev.evokernel.report.study.MicroFacts;
import dev.evokernel.report.study.MicroReport;
import dev.evokernel.tuning.device.Interruption;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.tuning.study.MicrobenchSession;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo microbench}. */
@Command(
    name = "microbench",
    description =
        "Ranks configurations with the kernel's miniature, a cheap proxy, and validates the"
            + " ranking.",
    exitCodeList = {
      "0:ranked",
      "2:bad input, no miniature ran, or a missing requirement of the machine",
      "130:interrupted (143 by SIGTERM); measurements are kept"
    })
public final class MicrobenchCommand implements Callable<Integer> {

  @Mixin private KernelOptions kernel = new KernelOptions();
  @Mixin private MicrobenchOptions options = new MicrobenchOptions();

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Results folder; files go to micro/KERNEL in it (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Mixin private FormatOption format = new FormatOption();
  @Mixin private DeviceOptions device = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    MicrobenchSession.Extent extent = options.extent();
    Target target = kernel.target(results);
    var session = new MicrobenchSession(target, extent, command(target), News.of(spec));
    Thread worker = Thread.currentThread();
    try (var _ = new Interruption(worker::interrupt)) {
      MicroFacts facts = session.run(device.reservation());
      format.print(spec, new MicroReport(facts));
      News.of(spec).accept("Files:  " + Launcher.shown(session.folder()));
      return facts.ranking().end() == MicroRanking.End.INTERRUPTED ? 130 : 0;
    }
  }

  private String command(Target target) {
    return Launcher.command(
        "microbench %s %s%s"
            .formatted(kernel.words(target.device()), options.words(), Launcher.results(results)));
  }
}

package dev.evokernel.cli.options;

import dev.evokernel.report.study.SelfTestReport;
import dev.evokernel.tuning.Interruption;
import dev.evokernel.tuning.SelfTestScope;
import dev.evokernel.tuning.SelfTestSession;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code evo doctor --self-test}. */
public final class SelfTestOptions {

  private static final int INTERRUPTED = 130;

  @Option(
      names = "--self-test",
      required = true,
      description = "Prints what came of each fault and of each lying kernel: four minutes or so.")
  private boolean wanted;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "auto",
      description = "On which device: auto, cpu, cuda or cuda:0 (default: ${DEFAULT-VALUE}).")
  private String device = "auto";

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each is provoked, up to 32 times (default: ${DEFAULT-VALUE}).")
  private int repeat = 1;

  @Option(
      names = "--only",
      paramLabel = "WHAT",
      split = ",",
      description = "Nothing besides: 'faults', 'lies', or names of lying kernels.")
  private List<String> only = List.of();

  /** Provokes every fault and prints what came of each; the exit code. */
  public int run(CommandSpec spec, FormatOption format) {
    if (!wanted) {
      throw new IllegalStateException("--self-test was not given.");
    }
    try (var session =
            SelfTestSession.open(device, new SelfTestScope(only), repeat, News.of(spec));
        var _ = new Interruption(session::stop)) {
      SelfTestReport table = session.run();
      spec.commandLine().getOut().print(format.choose(table::text, table::json, table::markdown));
      spec.commandLine().getOut().flush();
      return table.isRight() ? 0 : 1;
    } catch (InterruptedException e) {
      spec.commandLine().getErr().println("evo: the self-test was stopped.");
      return INTERRUPTED;
    }
  }
}

package dev.evokernel.lab.command;

import dev.evokernel.cli.extension.ActionOptions;
import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.terminal.News;
import dev.evokernel.lab.selftest.session.SelfTestReport;
import dev.evokernel.lab.selftest.session.SelfTestScope;
import dev.evokernel.lab.selftest.session.SelfTestSession;
import dev.evokernel.tuning.device.Interruption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code evo doctor --self-test}. */
public final class SelfTestOptions implements ActionOptions {

  private static final int INTERRUPTED = 130;

  /** The options, of which {@code --self-test} is the first. */
  static final class Group {

    @Option(
        names = "--self-test",
        required = true,
        description =
            "Prints what came of each fault and of each lying kernel: four minutes or so.")
    boolean wanted;

    @Option(
        names = "--device",
        paramLabel = "DEVICE",
        defaultValue = "auto",
        description = "On which device: auto, cpu, cuda or cuda:0 (default: ${DEFAULT-VALUE}).")
    String device = "auto";

    @Option(
        names = "--repeat",
        paramLabel = "N",
        defaultValue = "1",
        description = "How often each is provoked, up to 32 times (default: ${DEFAULT-VALUE}).")
    int repeat = 1;

    @Option(
        names = "--only",
        paramLabel = "WHAT",
        split = ",",
        description = "Nothing besides: 'faults', 'lies', or names of lying kernels.")
    List<String> only = List.of();
  }

  @ArgGroup(
      exclusive = false,
      heading =
          "%nProvoke every fault that a night may bring, and run every lying kernel of ours:%n")
  private @Nullable Group group;

  @Override
  public String command() {
    return "doctor";
  }

  @Override
  public Optional<Integer> call(CommandSpec spec) {
    return Optional.ofNullable(group).map(given -> run(given, spec, FormatOption.of(spec)));
  }

  /** Provokes every fault and prints what came of each; the exit code. */
  private static int run(Group given, CommandSpec spec, FormatOption format) {
    try (var session =
            SelfTestSession.open(
                given.device, new SelfTestScope(given.only), given.repeat, News.of(spec));
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

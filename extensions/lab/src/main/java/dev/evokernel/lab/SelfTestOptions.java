package dev.evokernel.lab;

import dev.evokernel.cli.ExtensionOptions;
import dev.evokernel.cli.FormatOption;
import dev.evokernel.cli.News;
import dev.evokernel.tuning.Interruption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option {@code evo doctor --self-test}. */
public final class SelfTestOptions implements ExtensionOptions {

  private static final int INTERRUPTED = 130;

  static final class Group {

    @Option(
        names = "--self-test",
        required = true,
        description =
            "Injects every fault and runs every lying kernel, and prints the results; takes about"
                + " four minutes.")
    boolean wanted;

    @Option(
        names = "--device",
        paramLabel = "DEVICE",
        defaultValue = "auto",
        description = "The device: auto, cpu, cuda or cuda:0 (default: ${DEFAULT-VALUE}).")
    String device = "auto";

    @Option(
        names = "--repeat",
        paramLabel = "N",
        defaultValue = "1",
        description = "Repetitions of each, up to 32 (default: ${DEFAULT-VALUE}).")
    int repeat = 1;

    @Option(
        names = "--only",
        paramLabel = "WHAT",
        split = ",",
        description = "Runs only these: 'faults', 'lies', or names of lying kernels.")
    List<String> only = List.of();
  }

  @ArgGroup(exclusive = false, heading = "%nSelf-test with injected faults and lying kernels:%n")
  private @Nullable Group group;

  @Override
  public String command() {
    return "doctor";
  }

  @Override
  public Optional<Integer> call(CommandSpec spec) {
    return Optional.ofNullable(group).map(given -> run(given, spec, FormatOption.of(spec)));
  }

  private static int run(Group given, CommandSpec spec, FormatOption format) {
    try (var session = SelfTestSession.open(given.device, given.only, given.repeat, News.of(spec));
        var _ = new Interruption(session::stop)) {
      SelfTestReport table = session.run();
      format.print(spec, table);
      return table.isRight() ? 0 : 1;
    } catch (InterruptedException e) {
      spec.commandLine().getErr().println("evo: the self-test was stopped.");
      return INTERRUPTED;
    }
  }
}

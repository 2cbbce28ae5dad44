package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.DeviceOptions;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.News;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.cli.RowsFormatOption;
import dev.evokernel.cli.SeedOption;
import dev.evokernel.cli.TimeConverter;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.text.Durations;
import dev.evokernel.text.Launcher;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@ExtensionCommand.Group("Ship")
@Command(
    name = "dispatch",
    description = {
      "Learns which configuration of a portfolio serves any shape.",
      "Measures the portfolio of a run on shapes drawn from the kernel's 'ranges', and reports the rule's loss on unseen shapes."
    },
    footer = {
      "",
      "The measurements and the rule are written to the run's folder as dispatch.json. Repeating"
          + " the command measures only missing shapes."
    },
    exitCodeList = {
      "0:done, with any result",
      "2:bad input, a missing requirement of the machine, or a failed reference",
      "130:interrupted; measurements are kept"
    })
public final class DispatchCommand implements Callable<Integer>, ExtensionCommand {

  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      defaultValue = "latest",
      description = "Name of a run, its prefix, or 'latest' (default: ${DEFAULT-VALUE}).")
  private String run = "latest";

  @Option(
      names = "--shapes",
      paramLabel = "N",
      defaultValue = "40",
      description = "Number of drawn shapes to test the rule on (default: ${DEFAULT-VALUE}).")
  private int shapes = 40;

  @Option(
      names = "--training",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "Number of drawn shapes to learn from, in addition to the declared shapes (default:"
              + " ${DEFAULT-VALUE}).")
  private int training = 60;

  @Option(
      names = "--range",
      paramLabel = "NAME=RANGE",
      description =
          "Replace a range of kernel.yaml, for example S=64..8192, 'S=64..8192 step 64' or"
              + " D=64,128; repeatable.")
  private Map<String, String> ranges = new LinkedHashMap<>();

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      defaultValue = "15m",
      converter = TimeConverter.class,
      description =
          "Start no further shape after this time, and none to learn from after half of it"
              + " (default: ${DEFAULT-VALUE}).")
  private Duration wall = Duration.ofMinutes(15);

  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private DeviceOptions device = new DeviceOptions();
  @Mixin private RowsFormatOption format = new RowsFormatOption();
  @Mixin private ResultsOption results = new ResultsOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    RunHistory history = history();
    Optional<DispatchReport> report =
        new DispatchStudy(
                history,
                results.folder(),
                training,
                shapes,
                ranges,
                wall,
                seed.seed(),
                device.reservation())
            .measure(command(history), News.of(spec));
    report.ifPresentOrElse(
        found -> format.print(spec, found),
        () ->
            News.of(spec)
                .accept(
                    "Run %s accepted no set of configurations: one serves all shapes, and no rule is needed."
                        .formatted(history.run().id())));
    return 0;
  }

  private RunHistory history() {
    try (ResultStore store = results.open()) {
      return store.history(run);
    }
  }

  private String command(RunHistory history) {
    var words = new StringBuilder("dispatch " + Printable.word(history.run().id()));
    words.append(" --shapes ").append(shapes).append(" --training ").append(training);
    ranges.forEach(
        (name, range) -> words.append(" --range ").append(Printable.word(name + "=" + range)));
    words.append(" --wall ").append(Durations.text(wall)).append(" --seed ").append(seed.seed());
    return Launcher.command(words + results.words());
  }
}

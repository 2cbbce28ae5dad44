package dev.evokernel.lab.command;

import module java.base;

import dev.evokernel.cli.options.FormatOption;
import dev.evokernel.cli.terminal.Bounds;
import dev.evokernel.lab.search.DescribedSpace;
import dev.evokernel.lab.search.SpaceCostsTable;
import dev.evokernel.lab.search.SpaceCostsTable.SpaceCosts;
import dev.evokernel.lab.search.SpaceStudy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evo bench space}. */
@Command(
    name = "space",
    description =
        "Times the construction of search spaces, cold and warm, and their use: drawing, finding"
            + " neighbours and repairing.")
final class BenchSpaceCommand implements Callable<Integer> {

  @Parameters(
      arity = "1..*",
      paramLabel = "SPACE",
      description =
          "T1 files (….json), or kernels' folders. A kernel has a space for each backend, with the"
              + " limits of an ordinary device.")
  private List<Path> spaces = new ArrayList<>();

  @Option(
      names = "--constructions",
      paramLabel = "N",
      description = "Timed warm constructions (default: ${DEFAULT-VALUE}).")
  private int constructions = 50;

  @Option(
      names = "--processes",
      paramLabel = "N",
      description = "Fresh processes, for one cold construction each (default: ${DEFAULT-VALUE}).")
  private int processes = 5;

  @Mixin private FormatOption output = new FormatOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.atLeast(1, "--constructions", constructions);
    Bounds.atLeast(1, "--processes", processes);
    var study = new SpaceStudy(constructions, processes);
    List<DescribedSpace> described =
        spaces.stream().flatMap(path -> DescribedSpace.of(path).stream()).toList();
    var rows = new ArrayList<SpaceCosts>();
    for (DescribedSpace space : described) {
      rows.add(study.costs(space));
    }
    output.print(spec, new SpaceCostsTable(rows));
    return 0;
  }
}

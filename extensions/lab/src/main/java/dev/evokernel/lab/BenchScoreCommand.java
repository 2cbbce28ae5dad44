package dev.evokernel.lab;

import module java.base;

import dev.evokernel.cli.FormatOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "score", description = "Scores existing traces, of evo or of another search.")
final class BenchScoreCommand implements Callable<Integer> {

  @Mixin private BenchSpaces spaces = new BenchSpaces();
  @Mixin private BenchPeers peers = new BenchPeers();
  @Mixin private FormatOption output = new FormatOption();

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      required = true,
      description =
          "Folder with <strategy>/<space>/<run>.jsonl; also receives scores.json, scores.md and"
              + " chart.html.")
  private Path traces = Path.of("");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    List<RecordedSpace> loaded = spaces.load();
    SequencedMap<String, Map<String, List<Trace>>> found = BenchPeers.read(traces, loaded);
    BenchPeers.Loaded others = peers.load(loaded);
    var tournament = Tournament.of(loaded, found, Tournament.scorings(loaded, spaces.cores()));
    ScoreTables tables = others.beside(tournament, Optional.empty(), Map.of());
    tables.write(traces);
    output.print(spec, tables);
    return 0;
  }
}

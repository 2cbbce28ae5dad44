package dev.evokernel.lab;

import module java.base;

import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Scores and traces to compare a bench with. */
final class BenchPeers {

  @Option(
      names = "--compare",
      paramLabel = "DIR",
      description = "Prints the differences from other traces, <strategy>/<space>/<run>.jsonl.")
  private @Nullable Path compare;

  @Option(
      names = "--peers",
      paramLabel = "FILE",
      description = "JSON file with scores of other tuners by space, strategy and column.")
  private @Nullable Path peers;

  /**
   * Contents of the files.
   *
   * @param where origin of the traces, for the tables
   */
  record Loaded(Peers peers, SequencedMap<String, Map<String, List<Trace>>> traces, String where) {

    ScoreTables beside(
        Tournament ours, Optional<LongRuns> longRuns, Map<String, List<ProposalCost>> efforts) {
      var theirs = Tournament.of(ours.spaces(), traces, ours.scorings());
      return new ScoreTables(ours, ours.against(theirs, where), longRuns, efforts, peers);
    }
  }

  /** Reads the files before a search begins, so that a wrong path costs no time. */
  Loaded load(List<RecordedSpace> spaces) {
    Peers others = peers == null ? Peers.NONE : Peers.read(peers);
    return compare == null
        ? new Loaded(others, new LinkedHashMap<>(), "")
        : new Loaded(others, read(compare, spaces), compare.toString());
  }

  /**
   * Reads the runs of every strategy on the spaces.
   *
   * @throws BadInputException if there are none
   */
  static SequencedMap<String, Map<String, List<Trace>>> read(
      Path folder, List<RecordedSpace> spaces) {
    var files = new TraceFiles(folder);
    var traces = new LinkedHashMap<String, Map<String, List<Trace>>>();
    for (String strategy : files.strategies(spaces)) {
      var bySpace = new HashMap<String, List<Trace>>();
      for (RecordedSpace space : spaces) {
        bySpace.put(space.name(), new ArrayList<>(files.read(strategy, space)));
      }
      traces.put(strategy, bySpace);
    }
    if (traces.isEmpty()) {
      throw new BadInputException(
          "%s has no traces of %s. Expected: <strategy>/<space>/<run>.jsonl."
              .formatted(folder, spaces.stream().map(RecordedSpace::name).toList()));
    }
    return traces;
  }
}

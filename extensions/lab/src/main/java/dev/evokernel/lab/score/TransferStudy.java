package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.lab.score.record.Cores;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Scores;
import dev.evokernel.lab.score.record.Scoring;
import dev.evokernel.lab.score.record.Trace;
import dev.evokernel.lab.score.record.TraceFiles;
import dev.evokernel.lab.score.record.Transfer;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Value of the best configurations of one device as initial configurations on another: for every
 * pair of recordings of one kernel, the search with them less the search without.
 *
 * @param strategy of every search
 * @param name of the strategy
 * @param top number of transferred configurations; at least 1
 * @param files destination of the traces
 */
public record TransferStudy(
    RepeatedRuns runs, Strategy strategy, String name, int top, TraceFiles files) {

  /**
   * Searches every recording without initial configurations, and with those of each other recording
   * of its kernel.
   *
   * @throws BadInputException if no two recordings are of one kernel
   */
  public ScoreTables of(List<RecordedSpace> spaces, Cores cores) throws InterruptedException {
    List<Transfer> pairs = Transfer.pairs(spaces);
    if (pairs.isEmpty()) {
      throw Transfer.noPair(spaces.size());
    }
    Map<String, Scoring> scorings = Tournament.scorings(spaces, cores);
    var traces = new LinkedHashMap<String, Map<String, List<Trace>>>();
    var alone = new LinkedHashMap<String, Scores>();
    var seeded = new LinkedHashMap<Transfer, Scores>();
    for (Transfer pair : pairs) {
      RecordedSpace target = pair.target();
      Scoring scoring = Objects.requireNonNull(scorings.get(target.name()));
      if (!alone.containsKey(target.name())) {
        alone.put(target.name(), scoring.of(search(traces, name, target, List.of())));
      }
      List<Trace> found = search(traces, pair.label(name), target, pair.seeds(top));
      seeded.put(pair, scoring.of(found));
    }
    var tournament = Tournament.of(spaces, traces, scorings);
    return new ScoreTables(
        tournament,
        List.of(Transfer.lift(name, seeded, alone)),
        Optional.empty(),
        Map.of(),
        Peers.NONE,
        /* comparisonsOnly= */ true);
  }

  private List<Trace> search(
      Map<String, Map<String, List<Trace>>> traces,
      String label,
      RecordedSpace target,
      List<InitialConfiguration> initial)
      throws InterruptedException {
    List<Trace> found = runs.hold(strategy, target, initial);
    files.write(label, target, found);
    traces.computeIfAbsent(label, _ -> new LinkedHashMap<>()).put(target.name(), found);
    return found;
  }
}

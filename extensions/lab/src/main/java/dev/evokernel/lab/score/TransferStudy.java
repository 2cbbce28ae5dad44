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
import dev.evokernel.surrogate.RelatedOutput;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Value of one device's measurements for a search on another: for every pair of recordings of one
 * kernel, the search with them less the search without.
 *
 * @param strategy every search, by what its model begins with
 * @param name of the strategy
 * @param given what a search is given
 * @param top number of transferred configurations with {@link Given#TOP}; at least 1
 * @param files destination of the traces
 */
public record TransferStudy(
    RepeatedRuns runs,
    Function<List<RelatedOutput>, Strategy> strategy,
    String name,
    Given given,
    int top,
    TraceFiles files) {

  /** Measurements of the other devices that a search is given. */
  public enum Given {
    /** The best configurations of one, as initial configurations. */
    TOP,
    /** All measurements of one, for the model. */
    EACH,
    /** All measurements of all others, for the model. */
    ALL,
    /** All measurements of one, with the times in a random order. */
    SHUFFLED
  }

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
        alone.put(target.name(), scoring.of(search(traces, name, target, List.of(), List.of())));
      }
      List<Trace> found =
          search(
              traces,
              pair.label(name),
              target,
              given == Given.TOP ? pair.seeds(top) : List.of(),
              related(pair, pairs));
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

  private List<RelatedOutput> related(Transfer pair, List<Transfer> pairs) {
    return switch (given) {
      case TOP -> List.of();
      case EACH -> List.of(pair.related());
      case ALL ->
          pairs.stream()
              .filter(other -> other.target().equals(pair.target()))
              .map(Transfer::related)
              .toList();
      case SHUFFLED -> List.of(pair.shuffled(runs.seed()));
    };
  }

  private List<Trace> search(
      Map<String, Map<String, List<Trace>>> traces,
      String label,
      RecordedSpace target,
      List<InitialConfiguration> initial,
      List<RelatedOutput> related)
      throws InterruptedException {
    List<Trace> found = runs.hold(strategy.apply(related), target, initial);
    files.write(label, target, found);
    traces.computeIfAbsent(label, _ -> new LinkedHashMap<>()).put(target.name(), found);
    return found;
  }
}

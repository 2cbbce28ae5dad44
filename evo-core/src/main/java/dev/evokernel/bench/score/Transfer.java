package dev.evokernel.bench.score;

import dev.evokernel.replay.Recorded;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.tuning.BadInputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the best configurations of one device are worth on another: the search on the target starts
 * with them, and is compared with the search that starts with none.
 *
 * @param source where the seeds come from
 * @param target where they are tried
 */
public record Transfer(RecordedSpace source, RecordedSpace target) {

  private static final String TAG = "kernel:";

  /** Every ordered pair of spaces of one kernel on two devices. */
  public static List<Transfer> pairs(List<RecordedSpace> spaces) {
    var pairs = new ArrayList<Transfer>();
    for (RecordedSpace target : spaces) {
      for (RecordedSpace source : spaces) {
        if (!source.name().equals(target.name()) && kernel(source).equals(kernel(target))) {
          pairs.add(new Transfer(source, target));
        }
      }
    }
    return pairs;
  }

  static BadInputException noPair(int recordings) {
    return new BadInputException(
        "No two of the %d recordings are of one kernel with the same parameters. Give the same kernel on two devices."
            .formatted(recordings));
  }

  /** The best of the source that exist in the target, best first. */
  public List<InitialConfiguration> seeds(int top) {
    return source.byIndex().stream()
        .filter(recorded -> recorded.millis().isPresent())
        .sorted(Comparator.comparingDouble(recorded -> recorded.millis().orElseThrow()))
        .map(Recorded::configuration)
        .filter(target.space()::contains)
        .limit(top)
        .map(configuration -> new InitialConfiguration(configuration, source.name()))
        .toList();
  }

  /**
   * The lift of every pair, the mean over the sources of each target, and the mean over all
   * targets.
   *
   * @param seeded the scores of each pair
   * @param alone the scores of each target without seeds, by its name
   */
  public static TraceComparison lift(
      String strategy, Map<Transfer, Scores> seeded, Map<String, Scores> alone) {
    var rows = new ArrayList<TraceComparison.Row>();
    var byTarget = new TreeMap<String, List<Scores>>();
    seeded.forEach(
        (pair, scores) -> {
          Scores unseeded = alone.get(pair.target.name());
          if (unseeded != null) {
            rows.add(
                TraceComparison.row(
                    pair.source.name() + " → " + pair.target.name(), scores, unseeded));
            byTarget.computeIfAbsent(pair.target.name(), _ -> new ArrayList<>()).add(scores);
          }
        });
    var seconds = new ArrayList<Score>();
    var evaluations = new ArrayList<Score>();
    byTarget.forEach(
        (target, scores) -> {
          seconds.add(Score.mean(scores.stream().map(Scores::replayed).toList()));
          evaluations.add(Score.mean(scores.stream().map(Scores::evaluations).toList()));
        });
    List<Scores> unseeded =
        alone.entrySet().stream()
            .filter(entry -> byTarget.containsKey(entry.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    rows.add(
        TraceComparison.row(
            "mean over %d targets".formatted(byTarget.size()),
            Score.mean(seconds),
            Score.mean(unseeded.stream().map(Scores::replayed).toList()),
            Score.mean(evaluations),
            Score.mean(unseeded.stream().map(Scores::evaluations).toList())));
    return new TraceComparison(strategy + " seeded", strategy + " without seeds", rows);
  }

  /** The name of a seeded strategy among traces. */
  public String label(String strategy) {
    return strategy + "-from-" + source.name().replace('/', '-');
  }

  /** By tag, or else as the recordings say; with other parameters it is another kernel. */
  static String kernel(RecordedSpace space) {
    return space.tags().stream()
            .filter(tag -> tag.startsWith(TAG))
            .findFirst()
            .orElse(TAG + space.recording().kernel())
        + space.space().parameters().stream().map(parameter -> parameter.name()).sorted().toList();
  }
}

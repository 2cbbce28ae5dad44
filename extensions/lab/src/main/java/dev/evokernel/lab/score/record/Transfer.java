package dev.evokernel.lab.score.record;

import module java.base;

import dev.evokernel.replay.Recorded;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.surrogate.RelatedOutput;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Transfer of one device's measurements to another.
 *
 * @param source recording that provides the configurations
 * @param target recording that is searched
 */
public record Transfer(RecordedSpace source, RecordedSpace target) {

  private static final String TAG = "kernel:";

  /** Ordered pairs of spaces of one kernel on two devices. */
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

  /** Groups of two or more spaces of one kernel, in the order of their first spaces. */
  public static List<List<RecordedSpace>> kernels(List<RecordedSpace> spaces) {
    return spaces.stream()
        .collect(Collectors.groupingBy(Transfer::kernel, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .filter(same -> same.size() > 1)
        .toList();
  }

  public static BadInputException noPair(int recordings) {
    return new BadInputException(
        "No two of the %d recordings have the same kernel and parameters. Name recordings of the same kernel on two devices."
            .formatted(recordings));
  }

  /** Best configurations of the source that exist in the target, best first. */
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

  /** Times of the source's configurations that exist in the target. */
  public RelatedOutput related() {
    return related(observations());
  }

  /** Shuffles the times, so that nothing can be learnt of them. */
  public RelatedOutput shuffled(long seed) {
    List<Observation> all = observations();
    List<Observation> others = new ArrayList<>(all);
    Collections.shuffle(others, new Random(seed));
    return related(
        IntStream.range(0, all.size())
            .mapToObj(i -> new Observation(all.get(i).choices(), others.get(i).objective()))
            .toList());
  }

  private RelatedOutput related(List<Observation> observations) {
    return new RelatedOutput(
        source.name(),
        OptionalInt.empty(),
        target.space().parameters(),
        observations,
        new SplittableRandom(1));
  }

  private List<Observation> observations() {
    return source.byIndex().stream()
        .filter(recorded -> recorded.millis().isPresent())
        .filter(recorded -> target.space().contains(recorded.configuration()))
        .map(
            recorded ->
                new Observation(
                    target.space().choices(recorded.configuration()),
                    recorded.millis().orElseThrow()))
        .toList();
  }

  /**
   * Lift of every pair, mean over the sources of each target, and mean over all targets.
   *
   * @param seeded scores of each pair
   * @param alone scores of each target without seeds, by its name
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
                new TraceComparison.Row(
                    pair.source.name() + " → " + pair.target.name(), scores, unseeded));
            byTarget.computeIfAbsent(pair.target.name(), _ -> new ArrayList<>()).add(scores);
          }
        });
    rows.add(
        new TraceComparison.Row(
            "mean over %d targets".formatted(byTarget.size()),
            Scores.mean(byTarget.values().stream().map(Scores::mean).toList()),
            Scores.mean(
                alone.entrySet().stream()
                    .filter(entry -> byTarget.containsKey(entry.getKey()))
                    .map(Map.Entry::getValue)
                    .toList())));
    return new TraceComparison(strategy + " seeded", strategy + " without seeds", rows);
  }

  public String label(String strategy) {
    return strategy + "-from-" + source.name().replace('/', '-');
  }

  /**
   * Identity of the kernel: by tag, else by the recording's name, with the names of the parameters.
   */
  static String kernel(RecordedSpace space) {
    return space.tags().stream()
            .filter(tag -> tag.startsWith(TAG))
            .findFirst()
            .orElse(TAG + space.recording().kernel())
        + space.space().parameters().stream().map(parameter -> parameter.name()).sorted().toList();
  }
}

package dev.evokernel.store;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.Verdict.Decision;
import org.jspecify.annotations.Nullable;

/**
 * Result of a run's finals.
 *
 * @param results one for each finalist and shape
 * @param verdict on the result of the run: a champion, or a portfolio
 * @param tied number of the best single configuration, then of the finalists that are statistically
 *     tied with it; may begin with the default in runs of evo 0.2 and older
 * @param portfolio the best set for the shapes, in a run that searched for a portfolio
 */
public record FinalsDecision(
    List<FinalistMeasurement> results,
    Verdict verdict,
    List<Integer> tied,
    Optional<PortfolioDecision> portfolio) {

  /** Beginning of a reason that names a weakness of the correctness gate. */
  public static final String WEAK_GATE = "The correctness gate is weak: ";

  private static final String RESUME = " --resume ";

  public List<String> weaknesses() {
    return verdict.reasons().stream().filter(reason -> reason.startsWith(WEAK_GATE)).toList();
  }

  public FinalsDecision(List<FinalistMeasurement> results, Verdict verdict, List<Integer> tied) {
    this(results, verdict, tied, Optional.empty());
  }

  public FinalsDecision because(List<String> more) {
    return new FinalsDecision(results, verdict.with(more), tied, portfolio);
  }

  /** The reason that says with which command an undecided run goes on. */
  public Optional<String> remedy() {
    return verdict.reasons().stream().filter(reason -> reason.contains(RESUME)).findFirst();
  }

  /** Copies this decision without advice on a run that has ended. */
  public FinalsDecision soFar() {
    return new FinalsDecision(
        results,
        new Verdict(
            verdict.decision(),
            verdict.reasons().stream().filter(reason -> !reason.contains(RESUME)).toList()),
        tied,
        portfolio);
  }

  public FinalsDecision {
    results = List.copyOf(results);
    tied = List.copyOf(tied);
  }

  public OptionalInt candidate(Role role) {
    return results.stream()
        .filter(result -> result.role() == role)
        .mapToInt(FinalistMeasurement::candidate)
        .findFirst();
  }

  public Optional<FinalistMeasurement> result(int candidate, String shape) {
    return results.stream()
        .filter(result -> result.candidate() == candidate && result.shape().equals(shape))
        .findFirst();
  }

  /**
   * Samples of a finalist beside the baselines, which the first process measured. A finalist that
   * joined later has those of its first process, scaled as the default's p50 differs between the
   * two processes.
   */
  public Optional<Samples> besideBaselines(int candidate, String shape) {
    Optional<NavigableMap<Integer, Samples>> reference =
        candidate(Role.DEFAULT).stream()
            .boxed()
            .findFirst()
            .flatMap(number -> result(number, shape))
            .map(result -> result.byProcess().processes());
    return result(candidate, shape)
        .map(result -> result.byProcess().processes().firstEntry())
        .map(
            first ->
                reference
                    .filter(processes -> processes.containsKey(first.getKey()))
                    .map(
                        processes ->
                            first
                                .getValue()
                                .times(
                                    processes.firstEntry().getValue().p50()
                                        / Objects.requireNonNull(processes.get(first.getKey()))
                                            .p50()))
                    .orElse(first.getValue()));
  }

  /** Number of device processes that measured the finalists. */
  public int processes() {
    return (int)
        results.stream()
            .flatMap(result -> result.byProcess().processes().keySet().stream())
            .distinct()
            .count();
  }

  /** Times of a finalist relative to the default's, by shape: the inverse speed-ups. */
  public SequencedMap<String, Double> relativeTimes(int candidate) {
    var times = new LinkedHashMap<String, Double>();
    results.stream()
        .filter(result -> result.candidate() == candidate)
        .forEach(
            result ->
                result
                    .speedUp()
                    .ifPresent(speedUp -> times.put(result.shape(), 1 / speedUp.ratio())));
    return times;
  }

  /**
   * Measurement of one finalist on one shape, interleaved with the other finalists, in one process
   * or several.
   *
   * @param byProcess nanoseconds for one launch, by process
   * @param joules the energy of one launch; empty on a device without an energy counter
   * @param speedUp over the default; empty for the default itself
   */
  public record FinalistMeasurement(
      int candidate,
      Role role,
      String shape,
      ProcessSamples byProcess,
      OptionalDouble joules,
      Optional<SpeedUp> speedUp,
      DeviceState device) {

    public Samples samples() {
      return byProcess.all();
    }
  }

  /**
   * Best small set of configurations for the shapes of a run, by its finals.
   *
   * @param sets the best single configuration, then larger sets; never empty
   * @param chosen position of the chosen set, from 1
   * @param verdict on this dispatch against the default
   */
  public record PortfolioDecision(
      List<CandidateSet> sets, int chosen, Map<String, Integer> dispatched, Verdict verdict) {

    /**
     * Set of configurations.
     *
     * @param candidates their numbers, with the default's if it serves a shape
     * @param speedUp over the default, aggregated over the shapes
     * @param losses against the fastest finalist, by shape: 0.01 is 1 % slower
     * @param decision on this set alone; {@code null} in runs of evo 0.2 and older
     */
    public record CandidateSet(
        List<Integer> candidates,
        double speedUp,
        Map<String, Double> losses,
        @Nullable Decision decision) {
      public CandidateSet {
        candidates = List.copyOf(candidates);
        losses = Collections.unmodifiableMap(new LinkedHashMap<>(losses));
      }

      public double greatestLoss() {
        return losses.values().stream().mapToDouble(loss -> loss).max().orElse(0);
      }
    }

    public PortfolioDecision {
      sets = List.copyOf(sets);
      dispatched = Collections.unmodifiableMap(new LinkedHashMap<>(dispatched));
      if (chosen < 1 || chosen > sets.size()) {
        throw new IllegalArgumentException(
            "chosen must be from 1 to " + sets.size() + ", was " + chosen + ".");
      }
    }

    public CandidateSet choice() {
      return sets.get(chosen - 1);
    }
  }
}

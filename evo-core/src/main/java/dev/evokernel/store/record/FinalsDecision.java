package dev.evokernel.store.record;

import module java.base;

import dev.evokernel.stats.Verdict;

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

  /** Reasons that name weaknesses of the correctness gate. */
  public List<String> weaknesses() {
    return verdict.reasons().stream().filter(reason -> reason.startsWith(WEAK_GATE)).toList();
  }

  /** Creates the decision of a run without a portfolio. */
  public FinalsDecision(List<FinalistMeasurement> results, Verdict verdict, List<Integer> tied) {
    this(results, verdict, tied, Optional.empty());
  }

  /** Copies this decision with more reasons. */
  public FinalsDecision because(List<String> more) {
    return new FinalsDecision(results, verdict.with(more), tied, portfolio);
  }

  public FinalsDecision {
    results = List.copyOf(results);
    tied = List.copyOf(tied);
  }

  /** The first candidate in a role. */
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
}

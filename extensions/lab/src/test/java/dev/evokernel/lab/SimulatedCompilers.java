package dev.evokernel.lab;

import module java.base;

import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;

/**
 * Evaluations in simulated time. Each compiler takes the candidate with the smallest number, and
 * the device takes the compiled candidate with the smallest number.
 */
final class SimulatedCompilers implements Evaluator {

  /**
   * Times in seconds.
   *
   * @param compilation the mean of log-normal compilations
   * @param sigma of the logarithm
   * @param evaluation on the device
   * @param straggler one candidate in so many compiles for as long as {@code longest}; 0 for none
   */
  record Times(
      int compilers,
      double compilation,
      double sigma,
      double evaluation,
      int straggler,
      double longest) {

    static Times of(int compilers, double sigma, double evaluation) {
      return new Times(compilers, 1.2, sigma, evaluation, 0, 0);
    }

    Times withStragglers(int each, double seconds) {
      return new Times(compilers, compilation, sigma, evaluation, each, seconds);
    }

    /** Time between two evaluations where nothing waits. */
    double least() {
      return Math.max(evaluation, compilation / compilers);
    }
  }

  private final Times times;
  private final Evaluator outcomes;
  private final RandomGenerator random;
  private final PriorityQueue<Double> compilers = new PriorityQueue<>();

  /** When candidates that were not on the device are compiled, by number. */
  private final SequencedMap<Integer, Double> compiled = new TreeMap<>();

  private final Set<Integer> ended = new HashSet<>();
  private int left;
  private double now;

  /**
   * @param evaluations after which the budget is spent
   */
  SimulatedCompilers(Times times, Evaluator outcomes, long seed, int evaluations) {
    this.left = evaluations;
    this.times = times;
    this.outcomes = outcomes;
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    compilers.addAll(Collections.nCopies(times.compilers(), 0.0));
  }

  /** Seconds so far. */
  double seconds() {
    return now;
  }

  /** Evaluator with these evaluations, learnt in the order of the proposals. */
  Evaluator inOrder() {
    return proposal -> begin(proposal);
  }

  @Override
  public Pending begin(Proposal proposal) {
    if (left == 0) {
      return Optional::empty;
    }
    left--;
    double end = Math.max(now, compilers.remove()) + compilation(proposal.number());
    compilers.add(end);
    compiled.put(proposal.number(), end);
    Pending outcome = outcomes.begin(proposal);
    return () -> {
      while (!ended.contains(proposal.number())) {
        evaluateNext();
      }
      return outcome.trial();
    };
  }

  private double compilation(int number) {
    double drawn =
        Math.exp(
            Math.log(times.compilation())
                - times.sigma() * times.sigma() / 2
                + times.sigma() * random.nextGaussian());
    boolean isStraggler = times.straggler() > 0 && number % times.straggler() == 0;
    return isStraggler ? times.longest() : drawn;
  }

  private void evaluateNext() {
    double ready = Math.max(now, Collections.min(compiled.values()));
    int next =
        compiled.entrySet().stream()
            .filter(candidate -> candidate.getValue() <= ready)
            .findFirst()
            .orElseThrow()
            .getKey();
    compiled.remove(next);
    now = ready + times.evaluation();
    ended.add(next);
  }

  @Override
  public List<Integer> next(int learnt, List<Integer> inFlight) {
    if (inFlight.stream().noneMatch(one -> ended.contains(one) || compiled.containsKey(one))) {
      return List.of(inFlight.getFirst());
    }
    while (inFlight.stream().noneMatch(ended::contains)) {
      evaluateNext();
    }
    return inFlight.stream().filter(ended::contains).toList();
  }
}

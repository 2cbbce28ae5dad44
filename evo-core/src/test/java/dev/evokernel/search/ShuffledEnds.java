package dev.evokernel.search;

import module java.base;

/**
 * Evaluations that end in a random order, a few at a time, and some long after all others. The
 * order is noted, and can be repeated.
 */
final class ShuffledEnds implements Evaluator {

  private final Function<Proposal, Trial> outcomes;
  private final RandomGenerator random;
  private final int evaluations;

  /** Candidates that were learnt next, by the number of known outcomes. */
  final Map<Integer, List<Integer>> noted = new HashMap<>();

  final List<Proposal> proposals = new ArrayList<>();

  /** The greatest number of proposals made while one of them was in flight, it included. */
  int longest;

  ShuffledEnds(Function<Proposal, Trial> outcomes, long seed, int evaluations) {
    this.outcomes = outcomes;
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.evaluations = evaluations;
  }

  /** Evaluator with these evaluations, learnt in the order of the proposals. */
  Evaluator inOrder() {
    return proposal -> begin(proposal);
  }

  @Override
  public Pending begin(Proposal proposal) {
    if (proposals.size() == evaluations) {
      return Optional::empty;
    }
    proposals.add(proposal);
    return () -> {
      longest = Math.max(longest, proposals.getLast().number() - proposal.number() + 1);
      return Optional.of(outcomes.apply(proposal));
    };
  }

  static boolean isStraggler(int number) {
    return number % 19 == 7;
  }

  /** Repeats the order that another search noted. */
  ShuffledEnds repeating(ShuffledEnds other) {
    noted.putAll(other.noted);
    return this;
  }

  @Override
  public List<Integer> next(int learnt, List<Integer> inFlight) {
    return noted.computeIfAbsent(learnt, _ -> ended(inFlight));
  }

  private List<Integer> ended(List<Integer> inFlight) {
    List<Integer> begun =
        inFlight.stream().filter(number -> number <= proposals.getLast().number()).toList();
    List<Integer> quick = begun.stream().filter(number -> !isStraggler(number)).toList();
    if (quick.isEmpty()) {
      return List.of(inFlight.getFirst());
    }
    int certain = quick.get(random.nextInt(quick.size()));
    return quick.stream().filter(number -> number == certain || random.nextInt(4) == 0).toList();
  }
}

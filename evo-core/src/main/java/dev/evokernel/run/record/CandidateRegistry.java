package dev.evokernel.run.record;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.ProposalNumbers;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;
import org.jspecify.annotations.Nullable;

/**
 * A registry of a run's candidates by number, of this session and earlier ones, with the proposal
 * and the objective of each. Measurements are read from the {@link CandidateDetails}.
 *
 * <p>Thread-safe: the search thread numbers candidates, device threads record outcomes.
 */
public final class CandidateRegistry implements ProposalNumbers {

  /**
   * The number of ends of the run's process after which a candidate in flight is evaluated once
   * more, alone, and then no more.
   */
  public static final int ATTEMPTS = 2;

  private final CandidateDetails details;
  private final Map<Configuration, Integer> numbers = new HashMap<>();

  /** Proposals, each at the position of its number. */
  private final List<@Nullable Proposal> proposals = new ArrayList<>();

  /** Objectives by number; {@link Double#NaN} for none. */
  private double[] objectives = {};

  private final BitSet taken = new BitSet();
  private final BitSet attempted = new BitSet();
  private final BitSet ended = new BitSet();

  /** The number of journalled launches without an end, by candidate. */
  private final Map<Integer, Integer> openAttempts = new HashMap<>();

  private final Map<Integer, List<String>> lostDevices = new HashMap<>();
  private final Semaphore suspected = new Semaphore(1, true);
  private int generation;

  /**
   * A registry that keeps all candidates in memory.
   *
   * @param earlier the candidates of earlier sessions
   */
  public CandidateRegistry(List<Candidate> earlier) {
    this(earlier, CandidateDetails.inMemory());
  }

  CandidateRegistry(List<Candidate> earlier, CandidateDetails details) {
    this.details = details;
    earlier.forEach(this::put);
  }

  /**
   * Creates a registry with the candidates of earlier sessions.
   *
   * @param details receive the candidates that they keep outside the store
   */
  public static CandidateRegistry of(Optional<RunHistory> earlier, CandidateDetails details) {
    var registry = new CandidateRegistry(List.of(), details);
    earlier.ifPresent(
        history -> {
          history
              .outlines()
              .forEach(
                  outline ->
                      registry.put(
                          outline.proposal(),
                          outline.attempts(),
                          outline.end().isPresent(),
                          outline.objective()));
          history.defaultCandidate().ifPresent(details::put);
        });
    return registry;
  }

  /**
   * Returns the number of a known configuration, or the smallest free number. A resumed search
   * repeats its proposals in order, so a candidate that was proposed but not attempted earlier
   * keeps its number.
   */
  @Override
  public synchronized int number(Configuration configuration) {
    return known(configuration).map(Proposal::number).orElseGet(() -> taken.nextClearBit(1));
  }

  private Optional<Proposal> known(Configuration configuration) {
    return Optional.ofNullable(numbers.get(configuration))
        .map(proposals::get)
        .filter(known -> known.configuration().equals(configuration));
  }

  /** Adds a proposal of the search, or returns the proposal of a known candidate. */
  public synchronized Proposal proposed(Proposal proposal) {
    return known(proposal.configuration()).orElseGet(() -> know(proposal));
  }

  /**
   * Returns the known candidate of a configuration that the search did not propose. A new candidate
   * gets a number above all evaluated ones, in the latest generation.
   */
  public synchronized Proposal appended(Configuration configuration, String origin) {
    return attemptedOf(configuration)
        .orElseGet(
            () ->
                know(
                    new Proposal(
                        Math.max(1, attempted.length()), generation, origin, configuration)));
  }

  private Proposal know(Proposal proposal) {
    int number = proposal.number();
    numbers.put(proposal.configuration(), number);
    taken.set(number);
    while (proposals.size() <= number) {
      proposals.add(null);
    }
    proposals.set(number, proposal);
    return proposal;
  }

  public synchronized Proposal proposal(int number) {
    return Objects.requireNonNull(proposals.get(number));
  }

  /** Finds out whether a configuration was proposed; it need not be attempted. */
  public synchronized boolean isProposed(Configuration configuration) {
    return known(configuration).isPresent();
  }

  /** Returns the latest generation with an attempted candidate. */
  public synchronized int generation() {
    return generation;
  }

  /** Takes a recorded candidate. */
  public void put(Candidate candidate) {
    details.put(candidate);
    put(
        candidate.proposal(),
        candidate.attempts(),
        candidate.evaluation().isPresent(),
        candidate.objective());
  }

  private synchronized void put(
      Proposal proposal, int attempts, boolean hasEnded, OptionalDouble objective) {
    int number = know(proposal).number();
    generation = Math.max(generation, proposal.generation());
    attempted.set(number);
    if (hasEnded) {
      ended.set(number);
      openAttempts.remove(number);
    } else {
      openAttempts.put(number, attempts);
    }
    if (number >= objectives.length) {
      int before = objectives.length;
      objectives = Arrays.copyOf(objectives, Math.max(number + 1, 2 * before));
      Arrays.fill(objectives, before, objectives.length, Double.NaN);
    }
    objectives[number] = objective.orElse(Double.NaN);
  }

  synchronized boolean isAttempted(int number) {
    return attempted.get(number);
  }

  public synchronized boolean hasEnded(int number) {
    return ended.get(number);
  }

  /** Returns the objective of a candidate, if present. */
  public synchronized OptionalDouble objective(int number) {
    return number >= objectives.length || Double.isNaN(objectives[number])
        ? OptionalDouble.empty()
        : OptionalDouble.of(objectives[number]);
  }

  /** Lists the numbers of the candidates with an objective, ascending. */
  public synchronized int[] withObjective() {
    return IntStream.range(0, objectives.length)
        .filter(number -> !Double.isNaN(objectives[number]))
        .toArray();
  }

  /** Finds the candidate with a number, if it was attempted. */
  public Optional<Candidate> candidate(int number) {
    return isAttempted(number) ? Optional.of(details.of(number)) : Optional.empty();
  }

  private synchronized Optional<Proposal> attemptedOf(Configuration configuration) {
    return known(configuration).filter(known -> attempted.get(known.number()));
  }

  /** Finds the candidate of a configuration, if it was attempted. */
  public Optional<Candidate> candidate(Configuration configuration) {
    return attemptedOf(configuration).map(Proposal::number).map(details::of);
  }

  /** Finds the evaluation of a configuration, if it has ended. */
  public Optional<Evaluation> evaluation(Configuration configuration) {
    return candidate(configuration).flatMap(Candidate::evaluation);
  }

  /** Returns how often the run's process ended during the evaluation of a candidate. */
  public synchronized int brokenAttempts(int number) {
    return openAttempts.getOrDefault(number, 0);
  }

  /**
   * Whether the next attempt of a candidate must run alone, because of {@link #ATTEMPTS} broken
   * attempts.
   */
  public boolean needsToBeAlone(int number) {
    return brokenAttempts(number) >= ATTEMPTS;
  }

  /** Whether a candidate's attempt alone also broke. */
  public boolean isQuarantined(int number) {
    return brokenAttempts(number) > ATTEMPTS;
  }

  /**
   * Records that a device was lost during the evaluation of a candidate, which then moves to
   * another device.
   */
  public synchronized void lost(int number, String device) {
    lostDevices.computeIfAbsent(number, _ -> new ArrayList<>()).add(device);
  }

  /** Lists the devices that were lost during the evaluation of a candidate. */
  public synchronized List<String> lostDevices(int number) {
    return List.copyOf(lostDevices.getOrDefault(number, List.of()));
  }

  /**
   * Returns a fair semaphore that serialises candidates that lost a device. With two in flight on
   * one host, the next loss would count against both.
   */
  public Semaphore suspected() {
    return suspected;
  }

  /** Lists every attempted candidate in full, by number. A long run is read page by page. */
  public List<Candidate> all() {
    return details.all();
  }

  public synchronized int attempted() {
    return attempted.cardinality();
  }

  public synchronized long evaluated() {
    return ended.cardinality();
  }
}

package dev.evokernel.run;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchContext.ProposalNumbers;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import org.jspecify.annotations.Nullable;

/**
 * A registry of a run's candidates by number, of this session and earlier ones, with the proposal
 * and the objective of each. Measurements are most of a run's data and are rarely read, so a run of
 * any length leaves them in its store ({@code docs/decisions/0045-what-a-run-keeps-in-memory.md}).
 *
 * <p>Thread-safe: the search thread numbers candidates, device threads record outcomes.
 */
public final class CandidateRegistry implements ProposalNumbers {

  /**
   * The number of ends of the run's process after which a candidate in flight is evaluated once
   * more, alone, and then no more.
   */
  public static final int ATTEMPTS = 2;

  /** Candidates with their measurements that stay in memory. */
  private final Map<Integer, Candidate> kept = new ConcurrentSkipListMap<>();

  /** Store from which all other candidates are read; empty if all are kept. */
  private final Optional<Journal> journal;

  /**
   * @param theDefault stays in memory, because every objective is relative to it
   */
  private record Journal(ResultStore store, String run, Configuration theDefault) {}

  private final Map<Configuration, Integer> numbers = new HashMap<>();
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

  /** A registry that keeps all candidates in memory. */
  public CandidateRegistry(List<Candidate> earlier) {
    this(Optional.empty());
    earlier.forEach(this::put);
  }

  private CandidateRegistry(Optional<Journal> journal) {
    this.journal = journal;
  }

  /**
   * Creates a registry with the candidates of earlier sessions, which reads measurements from the
   * store.
   *
   * @param theDefault stays in memory, because every objective is relative to it
   */
  public static CandidateRegistry of(
      Optional<RunHistory> earlier, ResultStore store, String run, Configuration theDefault) {
    var registry = new CandidateRegistry(Optional.of(new Journal(store, run, theDefault)));
    earlier.ifPresent(
        history -> {
          history.outlines().forEach(registry::know);
          history.defaultCandidate().ifPresent(registry::put);
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
    if (journal.isEmpty() || candidate.configuration().equals(journal.get().theDefault())) {
      kept.put(candidate.number(), candidate);
    }
    know(candidate);
  }

  private synchronized void know(Candidate candidate) {
    int number = know(candidate.proposal()).number();
    generation = Math.max(generation, candidate.proposal().generation());
    attempted.set(number);
    if (candidate.evaluation().isPresent()) {
      ended.set(number);
      openAttempts.remove(number);
    } else {
      openAttempts.put(number, candidate.attempts());
    }
    if (number >= objectives.length) {
      int before = objectives.length;
      objectives = Arrays.copyOf(objectives, Math.max(number + 1, 2 * before));
      Arrays.fill(objectives, before, objectives.length, Double.NaN);
    }
    objectives[number] = candidate.objective().orElse(Double.NaN);
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
    return isAttempted(number) ? Optional.of(details(number)) : Optional.empty();
  }

  private synchronized Optional<Proposal> attemptedOf(Configuration configuration) {
    return known(configuration).filter(known -> attempted.get(known.number()));
  }

  /** Finds the candidate of a configuration, if it was attempted. */
  public Optional<Candidate> candidate(Configuration configuration) {
    return attemptedOf(configuration).map(Proposal::number).map(this::details);
  }

  private Candidate details(int number) {
    @Nullable Candidate candidate = kept.get(number);
    return candidate == null
        ? journal.orElseThrow().store().candidate(journal.get().run() + "/" + number)
        : candidate;
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
    return journal
        .map(known -> known.store().pagedHistory(known.run()).candidates())
        .orElseGet(() -> List.copyOf(kept.values()));
  }

  public synchronized int attempted() {
    return attempted.cardinality();
  }

  public synchronized long evaluated() {
    return ended.cardinality();
  }
}

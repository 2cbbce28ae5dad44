package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunHistory;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The candidates of a run: their numbers and objectives, of this session and earlier ones. What was
 * measured of them is asked from the {@link CandidateDetails}.
 *
 * <p>Thread-safe: the search thread assigns numbers, the device thread records outcomes.
 */
public final class CandidateRegistry {

  /**
   * A candidate that was in flight at this many ends of the run's process is evaluated once more,
   * alone, and then no more.
   */
  static final int ATTEMPTS = 2;

  private final CandidateDetails details;
  private final Map<Configuration, KnownCandidate> candidates = new HashMap<>();

  /** A candidate at the position of its number, or none. */
  private final List<@Nullable KnownCandidate> byNumber = new ArrayList<>();

  private final BitSet numbers = new BitSet();
  private final Map<Configuration, List<String>> lostDevices = new HashMap<>();
  private final Semaphore suspected = new Semaphore(1, true);
  private long evaluated;
  private int attempted;
  private int lastAttempted;
  private int generation;

  /**
   * Keeps everything in memory.
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
   * With the candidates of earlier sessions.
   *
   * @param details have those that they keep besides the store
   */
  static CandidateRegistry of(Optional<RunHistory> earlier, CandidateDetails details) {
    var registry = new CandidateRegistry(List.of(), details);
    earlier.ifPresent(
        history -> {
          history.outlines().forEach(one -> registry.attempted(KnownCandidate.of(one)));
          history.defaultCandidate().ifPresent(details::put);
        });
    return registry;
  }

  /**
   * The candidate for a proposal of the search: the known one with this configuration, or a new one
   * with the smallest free number. A resumed search repeats its proposals in order, so that a
   * candidate which was proposed but not attempted in the earlier session gets the same number
   * again.
   */
  CandidateProposal numbered(Proposal proposal) {
    return numbered(proposal, List.of());
  }

  /**
   * The same.
   *
   * @param shapes the names of all, in the order in which the search counts them
   */
  synchronized CandidateProposal numbered(Proposal proposal, List<String> shapes) {
    @Nullable KnownCandidate known = candidates.get(proposal.configuration());
    return known != null
        ? known.proposal()
        : taken(
            new CandidateProposal(
                numbers.nextClearBit(1),
                proposal.generation(),
                proposal.origin(),
                proposal.configuration(),
                proposal.parents().stream()
                    .flatMap(parent -> Optional.ofNullable(candidates.get(parent)).stream())
                    .map(KnownCandidate::number)
                    .toList(),
                proposal.shapes().stream().map(shapes::get).toList()));
  }

  /**
   * The candidate for a configuration that the search did not propose: the known one, or a new one
   * with a number above all evaluated ones, in the latest generation.
   */
  synchronized CandidateProposal appended(Configuration configuration, String origin) {
    @Nullable KnownCandidate known = candidates.get(configuration);
    return known != null && known.isAttempted()
        ? known.proposal()
        : taken(new CandidateProposal(lastAttempted + 1, generation, origin, configuration));
  }

  private CandidateProposal taken(CandidateProposal proposal) {
    numbers.set(proposal.number());
    know(KnownCandidate.proposed(proposal));
    return proposal;
  }

  /** Whether a configuration was proposed, attempted or not. */
  synchronized boolean isProposed(Configuration configuration) {
    return candidates.containsKey(configuration);
  }

  /** The latest generation of which a candidate was attempted. */
  synchronized int generation() {
    return generation;
  }

  /** One more evaluation ended. */
  void ended(Candidate candidate) {
    put(candidate);
  }

  private void put(Candidate candidate) {
    details.put(candidate);
    attempted(KnownCandidate.of(candidate));
  }

  private synchronized void attempted(KnownCandidate candidate) {
    @Nullable KnownCandidate before = candidates.get(candidate.configuration());
    if (before == null || !before.isAttempted()) {
      attempted++;
    }
    if (candidate.ended() && (before == null || !before.ended())) {
      evaluated++;
    }
    lastAttempted = Math.max(lastAttempted, candidate.number());
    generation = Math.max(generation, candidate.proposal().generation());
    numbers.set(candidate.number());
    know(candidate);
  }

  private void know(KnownCandidate candidate) {
    candidates.put(candidate.configuration(), candidate);
    while (byNumber.size() <= candidate.number()) {
      byNumber.add(null);
    }
    byNumber.set(candidate.number(), candidate);
  }

  /** What is kept in memory of a configuration, if it was attempted. */
  synchronized Optional<KnownCandidate> known(Configuration configuration) {
    return Optional.ofNullable(candidates.get(configuration)).filter(KnownCandidate::isAttempted);
  }

  /** What is kept in memory of the candidate with a number, if it was attempted. */
  synchronized Optional<KnownCandidate> known(int number) {
    return Optional.ofNullable(number < byNumber.size() ? byNumber.get(number) : null)
        .filter(KnownCandidate::isAttempted);
  }

  /** The candidate of a configuration, if it was attempted. */
  Optional<Candidate> candidate(Configuration configuration) {
    return known(configuration).map(KnownCandidate::number).map(details::of);
  }

  /** The candidate with a number, if it was attempted. */
  Optional<Candidate> candidate(int number) {
    return known(number).map(KnownCandidate::number).map(details::of);
  }

  /** How the evaluation of a configuration ended, if it has. */
  Optional<Evaluation> evaluation(Configuration configuration) {
    return candidate(configuration).flatMap(Candidate::evaluation);
  }

  /** Whether a configuration was rejected, or measured on these shapes. */
  boolean isOnRecord(Configuration configuration, List<String> shapes) {
    return evaluation(configuration)
        .filter(
            ended ->
                switch (ended.outcome()) {
                  case Outcome.Rejected _ -> true;
                  case Outcome.Measured measured ->
                      measured.measurements().stream()
                          .map(Measurement::shape)
                          .toList()
                          .containsAll(shapes);
                })
        .isPresent();
  }

  /** How often the run's process ended during its evaluation. */
  int brokenAttempts(Configuration configuration) {
    return known(configuration).filter(one -> !one.ended()).map(KnownCandidate::attempts).orElse(0);
  }

  /** Whether that was so often that nothing else may happen during its next attempt. */
  boolean needsToBeAlone(Configuration configuration) {
    return brokenAttempts(configuration) >= ATTEMPTS;
  }

  /** Whether it also was when nothing else happened. */
  boolean isQuarantined(Configuration configuration) {
    return brokenAttempts(configuration) > ATTEMPTS;
  }

  /** A device was lost while it evaluated a configuration, which goes to another one. */
  synchronized void lost(Configuration configuration, String device) {
    lostDevices.computeIfAbsent(configuration, _ -> new ArrayList<>()).add(device);
  }

  /**
   * One candidate at a time takes part that lost a device: of two in flight on one host, the next
   * loss would count against both. Fair.
   */
  Semaphore suspected() {
    return suspected;
  }

  /** The devices that were lost while they evaluated a configuration. */
  synchronized List<String> lostDevices(Configuration configuration) {
    return List.copyOf(lostDevices.getOrDefault(configuration, List.of()));
  }

  /**
   * Every candidate that was attempted, in full and by number: in a long run to be gone through, a
   * page at a time.
   */
  List<Candidate> all() {
    return details.all();
  }

  /** What is kept in memory of every candidate that was attempted, in no order. */
  synchronized List<KnownCandidate> known() {
    return candidates.values().stream().filter(KnownCandidate::isAttempted).toList();
  }

  /** How many candidates were attempted. */
  synchronized int attempted() {
    return attempted;
  }

  /** How many evaluations ended. */
  public synchronized long evaluated() {
    return evaluated;
  }
}

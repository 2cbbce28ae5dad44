package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The candidates of a run: their numbers and outcomes, of this session and earlier ones.
 * Thread-safe: the search thread assigns numbers, the device thread records outcomes.
 */
public final class CandidateRegistry {

  /**
   * A candidate that was in flight at this many ends of the run's process is evaluated once more,
   * alone, and then no more.
   */
  static final int ATTEMPTS = 2;

  private final Map<Configuration, Candidate> candidates = new LinkedHashMap<>();
  private final Map<Configuration, CandidateProposal> proposed = new HashMap<>();
  private final Map<Integer, Candidate> byNumber = new HashMap<>();
  private final BitSet numbers = new BitSet();
  private final Map<Configuration, List<String>> lostDevices = new HashMap<>();

  /**
   * @param earlier the candidates of earlier sessions
   */
  public CandidateRegistry(List<Candidate> earlier) {
    earlier.forEach(this::put);
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
    return proposed.computeIfAbsent(
        proposal.configuration(),
        configuration ->
            new CandidateProposal(
                take(numbers.nextClearBit(1)),
                proposal.generation(),
                proposal.origin(),
                configuration,
                proposal.parents().stream()
                    .flatMap(parent -> Optional.ofNullable(proposed.get(parent)).stream())
                    .map(CandidateProposal::number)
                    .toList(),
                proposal.shapes().stream().map(shapes::get).toList()));
  }

  /**
   * The candidate for a configuration that the search did not propose: the known one, or a new one
   * with a number above all evaluated ones, in the latest generation.
   */
  synchronized CandidateProposal appended(Configuration configuration, String origin) {
    int last = candidates.values().stream().mapToInt(Candidate::number).max().orElse(0);
    int generation =
        candidates.values().stream().mapToInt(one -> one.proposal().generation()).max().orElse(0);
    CandidateProposal known = candidate(configuration).map(Candidate::proposal).orElse(null);
    return known != null
        ? known
        : new CandidateProposal(take(last + 1), generation, origin, configuration);
  }

  private int take(int number) {
    numbers.set(number);
    return number;
  }

  /** One more evaluation ended. */
  synchronized void ended(Candidate candidate) {
    put(candidate);
  }

  private void put(Candidate candidate) {
    candidates.put(candidate.configuration(), candidate);
    byNumber.put(candidate.number(), candidate);
    proposed.put(candidate.configuration(), candidate.proposal());
    numbers.set(candidate.number());
  }

  /** The candidate of a configuration, if it was attempted. */
  synchronized Optional<Candidate> candidate(Configuration configuration) {
    return Optional.ofNullable(candidates.get(configuration));
  }

  /** The candidate with a number, if it was attempted. */
  synchronized Optional<Candidate> candidate(int number) {
    return Optional.ofNullable(byNumber.get(number));
  }

  /** How the evaluation of a configuration ended, if it has. */
  Optional<Evaluation> evaluation(Configuration configuration) {
    return candidate(configuration).flatMap(Candidate::evaluation);
  }

  /** How often the run's process ended during its evaluation. */
  int brokenAttempts(Configuration configuration) {
    return candidate(configuration)
        .filter(one -> one.evaluation().isEmpty())
        .map(Candidate::attempts)
        .orElse(0);
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

  /** The devices that were lost while they evaluated a configuration. */
  synchronized List<String> lostDevices(Configuration configuration) {
    return List.copyOf(lostDevices.getOrDefault(configuration, List.of()));
  }

  /** Every candidate that was attempted. */
  synchronized List<Candidate> all() {
    return List.copyOf(candidates.values());
  }

  /** Every candidate that has an objective. */
  List<Candidate> measured() {
    return all().stream().filter(candidate -> candidate.objective().isPresent()).toList();
  }

  /** How many evaluations ended. */
  public long evaluated() {
    return all().stream().filter(candidate -> candidate.evaluation().isPresent()).count();
  }
}

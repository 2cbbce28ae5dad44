package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.Suspect;
import dev.evokernel.workers.Stopwatch;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one run has found out so far, in memory for the device and on disk for everybody else.
 * Confined to the device's thread while the search goes on, and to the run's own afterwards.
 */
public final class Journal {

  /** In flight at this many crashes of the whole process, a candidate is not tried again. */
  private static final int PATIENCE = 2;

  private final ResultStore store;
  private final String run;
  private final ProgramIdentity identity;
  private final Map<Configuration, Candidate> candidates = new HashMap<>();
  private final Map<String, Outcome> byProgram = new HashMap<>();
  private final Map<String, Double> bestP50 = new HashMap<>();
  private final Map<Rejection, Integer> rejections = new EnumMap<>(Rejection.class);
  private final Map<Integer, Suspect> doubts = new HashMap<>();
  private OptionalDouble best = OptionalDouble.empty();
  private int generation;
  private long evaluations;

  /**
   * @param earlier the candidates of earlier sittings
   */
  public Journal(ResultStore store, String run, ProgramIdentity identity, List<Candidate> earlier) {
    this.store = store;
    this.run = run;
    this.identity = identity;
    earlier.forEach(
        candidate -> {
          candidates.put(candidate.configuration(), candidate);
          candidate.evaluation().ifPresent(evaluation -> learn(candidate.proposal(), evaluation));
        });
  }

  /** The candidate of a configuration, if there is one. */
  Optional<Candidate> candidate(Configuration configuration) {
    return Optional.ofNullable(candidates.get(configuration));
  }

  /** How the evaluation of a configuration ended, if it has. */
  Optional<Evaluation> evaluation(Configuration configuration) {
    return candidate(configuration).flatMap(Candidate::evaluation);
  }

  /**
   * Whether the process died so often while it evaluated this candidate that it is not tried again.
   */
  public boolean isQuarantined(CandidateProposal proposal) {
    Candidate candidate = candidates.get(proposal.configuration());
    return candidate != null
        && candidate.evaluation().isEmpty()
        && candidate.attempts() >= PATIENCE;
  }

  /**
   * The candidate for a configuration that no search proposed: the one of an earlier sitting, or a
   * new one behind all others.
   */
  public CandidateProposal unproposed(Configuration configuration, String origin) {
    Candidate known = candidates.get(configuration);
    if (known != null) {
      return known.proposal();
    }
    int last = candidates.values().stream().mapToInt(Candidate::number).max().orElse(0);
    return new CandidateProposal(last + 1, generation, origin, configuration);
  }

  /** On disk before the candidate is launched. */
  public void attempt(CandidateProposal proposal) {
    store.attempt(run, proposal);
  }

  /** The attempt was broken off by us; it does not count against the candidate. */
  public void withdraw(CandidateProposal proposal) {
    store.withdraw(run, proposal);
  }

  /** The outcome of the same program, whichever configuration it came from. */
  Optional<Outcome> sameProgram(Configuration configuration, String digest) {
    return Optional.ofNullable(byProgram.get(identity.of(configuration, digest)));
  }

  public void record(CandidateProposal proposal, Evaluation evaluation) {
    store.record(run, proposal, evaluation);
    candidates.put(
        proposal.configuration(), new Candidate(run, proposal, 1, Optional.of(evaluation)));
    learn(proposal, evaluation);
  }

  /** The smallest p50 so far on each shape, in nanoseconds. */
  Map<String, Double> bestP50() {
    return Map.copyOf(bestP50);
  }

  /** Whether a candidate with this objective would be the best so far. */
  boolean wouldLead(double objective) {
    return best.isEmpty() || objective < best.getAsDouble();
  }

  /** Some measurements are doubted, or no longer: the best may be another. */
  void doubt(List<Suspect> some) {
    some.forEach(doubt -> doubts.put(doubt.candidate(), doubt));
    best =
        new FlaggedCandidates(List.of(), List.of(), List.copyOf(doubts.values()))
            .eligible(List.copyOf(candidates.values())).stream()
                .mapToDouble(candidate -> candidate.objective().orElseThrow())
                .min();
  }

  public long evaluations() {
    return evaluations;
  }

  /** Every candidate that was measured. */
  List<Candidate> measured() {
    return candidates.values().stream()
        .filter(candidate -> candidate.objective().isPresent())
        .toList();
  }

  Progress progress(Stopwatch stopwatch, Budget budget) {
    return new Progress(generation, evaluations, rejections, best, stopwatch.spent(), budget);
  }

  private void learn(CandidateProposal proposal, Evaluation evaluation) {
    evaluations++;
    generation = Math.max(generation, proposal.generation());
    if (!evaluation.digest().isEmpty()) {
      byProgram.putIfAbsent(
          identity.of(proposal.configuration(), evaluation.digest()), evaluation.outcome());
    }
    switch (evaluation.outcome()) {
      case Rejected rejected -> rejections.merge(rejected.reason(), 1, Integer::sum);
      case Measured measured ->
          measured
              .measurements()
              .forEach(
                  measurement ->
                      bestP50.merge(measurement.shape(), measurement.samples().p50(), Math::min));
    }
    if (evaluation.objective().isPresent()) {
      double objective = evaluation.objective().getAsDouble();
      best = OptionalDouble.of(Math.min(objective, best.orElse(objective)));
    }
  }
}

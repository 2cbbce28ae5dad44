package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateOutline;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Suspect;
import dev.evokernel.workers.Stopwatch;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;

/**
 * Writes down what a run does before and after each launch, and keeps what follows from all of it
 * for the next evaluation: known programs, the best times, the best objective.
 *
 * <p>Thread-safe: each device of a run has a thread of its own.
 */
public final class Journal {

  /**
   * What a search for a portfolio takes for its best: that of each shape, together.
   *
   * @param theDefault which the times are relative to
   */
  public record BestOfShapes(Configuration theDefault, Objective objective) {}

  private final ResultStore store;
  private final String run;
  private final ProgramIdentity identity;
  private final CandidateRegistry registry;

  /** The number of the first candidate of each program, by a digest of its long name. */
  private final Map<UUID, Integer> byProgram = new HashMap<>();

  private final Optional<BestOfShapes> ofShapes;
  private final Map<String, Double> bestP50 = new HashMap<>();

  /** The first metric of the objective by shape. */
  private final Map<String, Double> leading = new HashMap<>();

  private final Map<String, Double> ofDefault = new HashMap<>();
  private final Map<Rejection, Integer> rejections = new EnumMap<>(Rejection.class);
  private final Map<Integer, Suspect> suspects = new HashMap<>();
  private OptionalDouble best = OptionalDouble.empty();
  private int generation;
  private long evaluations;

  /**
   * @param registry with the candidates of earlier sessions, in memory; told of every evaluation
   */
  public Journal(
      ResultStore store, String run, ProgramIdentity identity, CandidateRegistry registry) {
    this(store, run, identity, registry, registry.all(), Optional.empty());
  }

  /**
   * @param registry told of every evaluation
   * @param earlier the candidates of earlier sessions, in memory; the registry knows them
   * @param ofShapes in a search for a portfolio
   */
  Journal(
      ResultStore store,
      String run,
      ProgramIdentity identity,
      CandidateRegistry registry,
      List<Candidate> earlier,
      Optional<BestOfShapes> ofShapes) {
    this.store = store;
    this.ofShapes = ofShapes;
    this.run = run;
    this.identity = identity;
    this.registry = registry;
    for (Candidate candidate : earlier) {
      candidate.evaluation().ifPresent(evaluation -> learn(candidate.proposal(), evaluation));
    }
  }

  /** Learns from earlier sessions, which the registry knows. */
  synchronized void knows(RunHistory earlier) {
    if (ofShapes.isPresent()) {
      for (Candidate candidate : earlier.candidates()) {
        candidate.evaluation().ifPresent(evaluation -> learn(candidate.proposal(), evaluation));
      }
    } else {
      for (CandidateOutline one : earlier.outlines()) {
        one.end()
            .ifPresent(
                ended ->
                    learn(
                        one.proposal(),
                        ended.digest(),
                        ended.rejected().map(Rejected::reason),
                        ended.objective()));
      }
      bestP50.putAll(store.fastest(run));
    }
  }

  /** On disk before the candidate is launched. */
  void attempt(CandidateProposal proposal) {
    store.attempt(run, proposal);
  }

  /** The run broke the attempt off; it does not count against the candidate. */
  void withdraw(CandidateProposal proposal) {
    store.withdraw(run, proposal);
  }

  /**
   * The evaluation of the same program, whichever configuration it came from, if it covers the
   * shapes on which this one is evaluated.
   */
  synchronized Optional<Evaluation> sameProgram(CandidateProposal proposal, String digest) {
    return Optional.ofNullable(byProgram.get(program(proposal, digest)))
        .flatMap(registry::known)
        .map(KnownCandidate::proposal)
        .filter(known -> known.shapes().isEmpty() || known.shapes().equals(proposal.shapes()))
        .flatMap(known -> registry.evaluation(known.configuration()));
  }

  private UUID program(CandidateProposal proposal, String digest) {
    String name = identity.of(proposal.configuration(), digest);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** Others go on while this waits for the store: what is recorded meanwhile shares the wait. */
  void record(CandidateProposal proposal, Evaluation evaluation) {
    store.record(run, proposal, evaluation);
    synchronized (this) {
      registry.ended(new Candidate(run, proposal, 1, Optional.of(evaluation)));
      learn(proposal, evaluation);
    }
  }

  /** Adds to what was measured of a candidate; no further evaluation is counted. */
  synchronized void complete(Candidate candidate, Evaluation evaluation) {
    store.record(run, candidate.proposal(), evaluation);
    registry.ended(
        new Candidate(run, candidate.proposal(), candidate.attempts(), Optional.of(evaluation)));
  }

  /** The smallest p50 so far on each shape, in nanoseconds. */
  synchronized Map<String, Double> bestP50() {
    return Map.copyOf(bestP50);
  }

  /** Whether a candidate with this objective would be the best so far. */
  synchronized boolean wouldLead(double objective) {
    return best.isEmpty() || objective < best.getAsDouble();
  }

  /** Whether a candidate would be the fastest so far on one of the shapes. */
  synchronized boolean wouldLead(Measured measured) {
    return measured.measurements().stream()
        .anyMatch(
            one ->
                one.samples().p50() < bestP50.getOrDefault(one.shape(), Double.POSITIVE_INFINITY));
  }

  /** Some measurements are suspect, or no longer: the best may be another. */
  synchronized void suspect(List<Suspect> some) {
    some.forEach(one -> suspects.put(one.candidate(), one));
    best =
        registry.known().stream()
            .map(candidate -> Contenders.objective(candidate, suspects))
            .flatMapToDouble(OptionalDouble::stream)
            .min();
  }

  public synchronized long evaluations() {
    return evaluations;
  }

  synchronized Progress progress(Stopwatch stopwatch, Budget budget) {
    return new Progress(
        generation,
        evaluations,
        rejections,
        ofShapes.map(this::together).orElse(best),
        stopwatch.spent(),
        budget);
  }

  /** Empty before the default was measured. */
  private OptionalDouble together(BestOfShapes portfolio) {
    var ratios = new LinkedHashMap<String, Double>();
    ofDefault.forEach(
        (shape, value) -> ratios.put(shape, leading.getOrDefault(shape, value) / value));
    return ratios.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(portfolio.objective().over().combine(ratios));
  }

  private void learn(BestOfShapes portfolio, CandidateProposal proposal, Measured measured) {
    Metric metric = portfolio.objective().minimise().getFirst();
    boolean isDefault = proposal.configuration().equals(portfolio.theDefault());
    for (Measurement one : measured.measurements()) {
      OptionalDouble value = metric.of(one);
      if (value.isPresent()) {
        leading.merge(one.shape(), value.getAsDouble(), Math::min);
        if (isDefault) {
          ofDefault.put(one.shape(), value.getAsDouble());
        }
      }
    }
  }

  private void learn(CandidateProposal proposal, Evaluation evaluation) {
    learn(
        proposal,
        evaluation.digest(),
        evaluation.outcome() instanceof Rejected why ? Optional.of(why.reason()) : Optional.empty(),
        evaluation.objective());
    switch (evaluation.outcome()) {
      case Rejected _ -> {}
      case Measured measured -> {
        measured
            .measurements()
            .forEach(
                measurement ->
                    bestP50.merge(measurement.shape(), measurement.samples().p50(), Math::min));
        ofShapes.ifPresent(portfolio -> learn(portfolio, proposal, measured));
      }
    }
  }

  private void learn(
      CandidateProposal proposal,
      String digest,
      Optional<Rejection> rejected,
      OptionalDouble objective) {
    evaluations++;
    generation = Math.max(generation, proposal.generation());
    if (!digest.isEmpty()) {
      byProgram.putIfAbsent(program(proposal, digest), proposal.number());
    }
    rejected.ifPresent(reason -> rejections.merge(reason, 1, Integer::sum));
    if (objective.isPresent()) {
      best =
          OptionalDouble.of(
              Math.min(objective.getAsDouble(), best.orElse(objective.getAsDouble())));
    }
  }
}

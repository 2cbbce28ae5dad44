package dev.evokernel.run;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Budget;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import dev.evokernel.workers.RunClock.Stopwatch;

/**
 * Findings of a run's evaluations that matter to later evaluations: known programs, the best times,
 * the best objective, and the number of rejected candidates.
 *
 * <p>Thread-safe: each device of a run has its own thread.
 */
public final class RunFindings {

  /**
   * The rule by which a search for a portfolio computes its best: the best of each shape, combined.
   *
   * @param theDefault the reference of the times
   */
  public record BestOfShapes(Configuration theDefault, Objective objective) {}

  private final ProgramIdentity identity;
  private final CandidateRegistry registry;

  /** Number of the first candidate of each program, by a digest of the program's long name. */
  private final Map<UUID, Integer> byProgram = new HashMap<>();

  private final Optional<BestOfShapes> ofShapes;
  private final Map<String, Double> bestP50 = new HashMap<>();

  /** The best of the objective's first metric, by shape. */
  private final Map<String, Double> leading = new HashMap<>();

  private final Map<String, Double> ofDefault = new HashMap<>();
  private final Map<Rejection, Integer> rejections = new EnumMap<>(Rejection.class);
  private final Map<Integer, Suspect> suspects = new HashMap<>();
  private final Set<Configuration> examined = ConcurrentHashMap.newKeySet();
  private OptionalDouble best = OptionalDouble.empty();
  private int generation;
  private long evaluations;

  /**
   * @param registry with the candidates of earlier sessions
   * @param ofShapes present in a search for a portfolio
   */
  public RunFindings(
      ProgramIdentity identity, CandidateRegistry registry, Optional<BestOfShapes> ofShapes) {
    this.identity = identity;
    this.registry = registry;
    this.ofShapes = ofShapes;
  }

  /** Creates findings for a registry that keeps its candidates in memory. */
  public static RunFindings of(ProgramIdentity identity, CandidateRegistry registry) {
    var findings = new RunFindings(identity, registry, Optional.empty());
    findings.learn(registry.all());
    return findings;
  }

  /** Adds candidates of earlier sessions, which the registry knows. */
  public synchronized void learn(Collection<Candidate> earlier) {
    earlier.forEach(this::learn);
  }

  public CandidateRegistry registry() {
    return registry;
  }

  /** Adds a candidate whose evaluation is recorded. */
  public synchronized void take(Candidate candidate) {
    registry.put(candidate);
    learn(candidate);
  }

  /**
   * Finds the evaluation of an equal program, from any configuration, if it covers the shapes on
   * which this candidate is evaluated.
   */
  public synchronized Optional<Evaluation> sameProgram(Proposal proposal, String digest) {
    return Optional.ofNullable(byProgram.get(program(proposal, digest)))
        .map(registry::proposal)
        .filter(known -> known.shapes().isEmpty() || known.shapes().equals(proposal.shapes()))
        .flatMap(known -> registry.candidate(known.number()))
        .flatMap(Candidate::evaluation);
  }

  private UUID program(Proposal proposal, String digest) {
    String name = identity.of(proposal.configuration(), digest);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the smallest p50 so far on each shape, in nanoseconds. */
  public synchronized Map<String, Double> bestP50() {
    return Map.copyOf(bestP50);
  }

  /** Returns the best objective so far, of the candidates that were measured on every shape. */
  public synchronized OptionalDouble best() {
    return best;
  }

  synchronized boolean wouldLead(double objective) {
    return best.isEmpty() || objective < best.getAsDouble();
  }

  synchronized boolean wouldLead(Measured measured) {
    return measured.measurements().stream()
        .anyMatch(
            measurement ->
                measurement.samples().p50()
                    < bestP50.getOrDefault(measurement.shape(), Double.POSITIVE_INFINITY));
  }

  /** Returns the configurations that passed their examination in this session. */
  public Set<Configuration> examined() {
    return examined;
  }

  /** Updates the suspect measurements, which may change the best candidate. */
  public synchronized void suspect(List<Suspect> some) {
    some.forEach(suspect -> suspects.put(suspect.candidate(), suspect));
    best = Contenders.best(registry, suspects);
  }

  public synchronized Progress progress(Stopwatch stopwatch, Budget budget) {
    return new Progress(
        generation,
        evaluations,
        rejections,
        ofShapes.map(this::together).orElse(best),
        stopwatch.spent(),
        budget);
  }

  /**
   * Combines the best of each shape, relative to the default; empty before the default was
   * measured.
   */
  private OptionalDouble together(BestOfShapes portfolio) {
    var ratios = new LinkedHashMap<String, Double>();
    ofDefault.forEach(
        (shape, value) -> ratios.put(shape, leading.getOrDefault(shape, value) / value));
    return ratios.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(portfolio.objective().over().combine(ratios));
  }

  private void learn(Candidate candidate) {
    if (candidate.evaluation().isEmpty()) {
      return;
    }
    Evaluation ended = candidate.evaluation().get();
    Proposal proposal = candidate.proposal();
    evaluations++;
    generation = Math.max(generation, proposal.generation());
    if (!ended.digest().isEmpty()) {
      byProgram.putIfAbsent(program(proposal, ended.digest()), proposal.number());
    }
    ended.rejected().ifPresent(why -> rejections.merge(why.reason(), 1, Integer::sum));
    ended.timings().forEach(one -> bestP50.merge(one.shape(), one.p50(), Math::min));
    ended
        .objective()
        .ifPresent(
            objective -> best = OptionalDouble.of(Math.min(objective, best.orElse(objective))));
    if (ofShapes.isPresent()) {
      Map<String, Double> values = ended.values(ofShapes.get().objective().minimise().getFirst());
      values.forEach((shape, value) -> leading.merge(shape, value, Math::min));
      if (proposal.configuration().equals(ofShapes.get().theDefault())) {
        ofDefault.putAll(values);
      }
    }
  }
}

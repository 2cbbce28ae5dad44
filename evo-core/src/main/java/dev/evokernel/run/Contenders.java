package dev.evokernel.run;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.stats.Front;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import io.jenetics.ext.moea.Vec;

/**
 * Candidates of a long run from which its finals choose. Each program enters once, by its best
 * candidate, so that only a few hundred candidates are read from the store.
 */
public final class Contenders {

  /**
   * The number of programs that may enter. The finals seat about ten and replace failed finalists.
   */
  static final int PROGRAMS = 256;

  private final CandidateRegistry registry;
  private final ProgramIdentity identity;
  private final FlaggedCandidates flags;
  private final int[] measured;
  private final Map<Integer, Suspect> suspects;

  public Contenders(CandidateRegistry registry, ProgramIdentity identity, FlaggedCandidates flags) {
    this.registry = registry;
    this.identity = identity;
    this.flags = flags;
    Set<Integer> excluded =
        flags.exclusions().stream().map(Exclusion::candidate).collect(Collectors.toSet());
    this.measured =
        Arrays.stream(registry.withObjective())
            .filter(number -> !excluded.contains(number))
            .toArray();
    this.suspects = byNumber(flags.suspects());
  }

  static Map<Integer, Suspect> byNumber(Collection<Suspect> suspects) {
    return suspects.stream().collect(Collectors.toMap(Suspect::candidate, Function.identity()));
  }

  static OptionalDouble best(CandidateRegistry registry, Map<Integer, Suspect> suspects) {
    return Arrays.stream(registry.withObjective())
        .mapToDouble(number -> objective(registry, number, suspects))
        .filter(objective -> !Double.isNaN(objective))
        .min();
  }

  /**
   * Returns the objective that counts. A suspect has the objective of its second measurement, or
   * none before it.
   */
  private static double objective(
      CandidateRegistry registry, int number, Map<Integer, Suspect> suspects) {
    Suspect suspect = suspects.get(number);
    return (suspect == null ? registry.objective(number) : suspect.objective()).orElse(Double.NaN);
  }

  /**
   * Chooses the best candidate of each of the best programs, from the candidates that may lead and
   * the suspects that were not measured again. Returns them in full, by number.
   *
   * @param besides configurations that are included regardless of rank, if they have an objective
   */
  public List<Candidate> choose(Set<Configuration> besides) {
    var chosen = new TreeMap<Integer, Candidate>();
    for (Configuration one : besides) {
      registry
          .candidate(one)
          .filter(candidate -> candidate.objective().isPresent())
          .ifPresent(candidate -> chosen.put(candidate.number(), candidate));
    }
    best(number -> objective(registry, number, suspects))
        .forEach(candidate -> chosen.put(candidate.number(), candidate));
    best(number -> isOpen(number) ? registry.objective(number).orElseThrow() : Double.NaN)
        .forEach(candidate -> chosen.put(candidate.number(), candidate));
    return List.copyOf(chosen.values());
  }

  /**
   * Chooses the contenders for a front: also the front, then the front of the rest, and so on, up
   * to the number of programs.
   *
   * @param theDefault the reference of the objectives
   */
  public List<Candidate> choose(
      Set<Configuration> besides, Objective objective, Measured theDefault) {
    var values = new LinkedHashMap<Integer, Vec<double[]>>();
    for (Candidate one : registry.all()) {
      if (!flags.eligible(List.of(one)).isEmpty()) {
        one.measured()
            .flatMap(measured -> objective.values(measured, theDefault))
            .ifPresent(found -> values.put(one.number(), found));
      }
    }
    var fronts = new TreeSet<Integer>();
    while (fronts.size() < PROGRAMS && !values.isEmpty()) {
      List<Integer> front = Front.of(values).keys();
      fronts.addAll(front);
      values.keySet().removeAll(new HashSet<>(front));
    }
    var chosen = new TreeMap<Integer, Candidate>();
    choose(besides).forEach(candidate -> chosen.put(candidate.number(), candidate));
    for (int number : fronts) {
      if (!chosen.containsKey(number)) {
        registry.candidate(number).ifPresent(candidate -> chosen.put(number, candidate));
      }
    }
    return List.copyOf(chosen.values());
  }

  private boolean isOpen(int number) {
    Suspect suspect = suspects.get(number);
    return suspect != null && !suspect.settled();
  }

  private Stream<Candidate> best(IntToDoubleFunction objective) {
    var programs = new HashSet<String>();
    return Arrays.stream(measured)
        .filter(number -> !Double.isNaN(objective.applyAsDouble(number)))
        .boxed()
        .sorted(Comparator.comparingDouble(objective::applyAsDouble))
        .flatMap(number -> registry.candidate(number).stream())
        .filter(number -> programs.add(program(number)))
        .limit(PROGRAMS);
  }

  private String program(Candidate candidate) {
    return identity.of(candidate.configuration(), candidate.evaluation().orElseThrow().digest());
  }
}

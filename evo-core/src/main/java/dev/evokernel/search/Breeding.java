package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import io.jenetics.Alterer;
import io.jenetics.IntegerGene;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.Selector;
import io.jenetics.TournamentSelector;
import io.jenetics.engine.Constraint;
import io.jenetics.util.ISeq;
import io.jenetics.util.RandomRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;

/** Selects parents by tournament, crosses and mutates them, and repairs their offspring. */
final class Breeding {

  private static final int TOURNAMENT = 3;
  private static final double CROSSOVER = 0.8;
  private static final double MUTATION = 0.5;

  /** Rounds without enough that is new, after which the population has nothing left to give. */
  private static final int ROUNDS = 8;

  private final Claims claims;
  private final RejectionRisk risk;
  private final RandomGenerator caution;
  private final SplittableGenerator selection;
  private final Selector<IntegerGene, Double> parents = new TournamentSelector<>(TOURNAMENT);
  private final Alterer<IntegerGene, Double> crossover;
  private final Alterer<IntegerGene, Double> mutation;
  private final Constraint<IntegerGene, Double> repair;

  Breeding(SearchSpace space, Claims claims, RejectionRisk risk, SplittableGenerator random) {
    this.claims = claims;
    this.risk = risk;
    this.caution = random.split();
    this.selection = random.split();
    this.crossover = new ParameterCrossover(CROSSOVER, random.split());
    this.mutation = new StepMutator(space.parameters(), MUTATION, random.split());
    this.repair = new Repair(space, random.split());
  }

  /** Up to {@code count} offspring that were never proposed before. */
  List<Candidate> breed(
      int count, ISeq<Phenotype<IntegerGene, Double>> population, long generation) {
    if (population.isEmpty()) {
      return List.of();
    }
    var offspring = new ArrayList<Candidate>();
    for (int round = 0; round < ROUNDS && offspring.size() < count; round++) {
      var chosen = select(population, count + 1);
      var crossed = crossover.alter(chosen, generation).population();
      var mutated = mutation.alter(crossed, generation).population();
      for (int i = 0; i < count && offspring.size() < count; i++) {
        var child = mutated.get(i);
        var valid = repair.test(child) ? child : repair.repair(child, generation);
        String origin = origin(chosen.get(i), crossed.get(i), child);
        var bred = new Candidate(valid, origin);
        if (caution.nextDouble() >= risk.of(bred.choices()) && claims.claim(bred.choices())) {
          offspring.add(bred);
        }
      }
    }
    return offspring;
  }

  private ISeq<Phenotype<IntegerGene, Double>> select(
      ISeq<Phenotype<IntegerGene, Double>> population, int count) {
    return RandomRegistry.with(selection)
        .call(() -> parents.select(population, count, Optimize.MINIMUM));
  }

  private static String origin(
      Phenotype<IntegerGene, Double> parent,
      Phenotype<IntegerGene, Double> crossed,
      Phenotype<IntegerGene, Double> child) {
    if (parent.genotype().equals(crossed.genotype())) {
      return "mutation";
    }
    return crossed.genotype().equals(child.genotype()) ? "crossover" : "crossover+mutation";
  }
}

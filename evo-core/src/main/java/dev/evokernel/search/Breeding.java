package dev.evokernel.search;

import module java.base;

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

/**
 * Breeding: selects parents by tournament, crosses them, mutates half of the children, and repairs
 * them.
 */
final class Breeding implements VariationOperator {

  private static final int TOURNAMENT = 3;
  private static final double CROSSED = 1;
  private static final double MUTATED = 0.5;

  /** Most rounds to find enough new configurations. */
  private static final int ROUNDS = 8;

  private final ProposedSet proposed;
  private final RandomStream selection;
  private final Selector<IntegerGene, Double> parents = new TournamentSelector<>(TOURNAMENT);
  private final Alterer<IntegerGene, Double> crossover;
  private final Alterer<IntegerGene, Double> mutation;
  private final Constraint<IntegerGene, Double> repair;

  Breeding(SearchSpace space, ProposedSet proposed, RandomStream random) {
    this.proposed = proposed;
    this.selection = random.split();
    this.crossover = new ParameterCrossover(space.moves(), CROSSED, random.split());
    this.mutation = new StepMutator(space.parameters(), space.moves(), MUTATED, random.split());
    this.repair = new Repair(space, random.split());
  }

  @Override
  public List<Individual> bring(int count, Population population, long generation) {
    if (population.isEmpty()) {
      return List.of();
    }
    var offspring = new ArrayList<Individual>();
    for (int round = 0; round < ROUNDS && offspring.size() < count; round++) {
      var chosen = select(population.bestFirst(), count + 1);
      var crossed = crossover.alter(chosen, generation).population();
      var mutated = mutation.alter(crossed, generation).population();
      for (int i = 0; i < count && offspring.size() < count; i++) {
        var child = mutated.get(i);
        var valid = repair.test(child) ? child : repair.repair(child, generation);
        var bred =
            Individual.bred(
                ChoicesCodec.decode(valid.genotype()),
                label(chosen.get(i), crossed.get(i), child),
                parents(chosen, i, crossed.get(i)));
        if (proposed.isFree(bred.choices())) {
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

  /** Choices of both parents; of the first only if the crossover took nothing from the second. */
  private static List<int[]> parents(
      ISeq<Phenotype<IntegerGene, Double>> chosen, int at, Phenotype<IntegerGene, Double> crossed) {
    var parent = chosen.get(at);
    return Stream.of(parent, chosen.get(at ^ 1))
        .limit(parent.genotype().equals(crossed.genotype()) ? 1 : 2)
        .map(phenotype -> ChoicesCodec.decode(phenotype.genotype()))
        .toList();
  }

  private static String label(
      Phenotype<IntegerGene, Double> parent,
      Phenotype<IntegerGene, Double> crossed,
      Phenotype<IntegerGene, Double> child) {
    if (parent.genotype().equals(crossed.genotype())) {
      return "mutation";
    }
    return crossed.genotype().equals(child.genotype()) ? "crossover" : "crossover+mutation";
  }
}

package dev.evokernel.search;

import module java.base;

import dev.evokernel.search.Population.ChoicesCodec;
import dev.evokernel.space.SearchSpace;
import io.jenetics.Alterer;
import io.jenetics.AltererResult;
import io.jenetics.Chromosome;
import io.jenetics.Genotype;
import io.jenetics.IntegerGene;
import io.jenetics.Optimize;
import io.jenetics.Phenotype;
import io.jenetics.Selector;
import io.jenetics.TournamentSelector;
import io.jenetics.engine.Constraint;
import io.jenetics.util.ISeq;
import io.jenetics.util.MSeq;
import io.jenetics.util.RandomRegistry;
import io.jenetics.util.Seq;
import java.util.random.RandomGenerator;

/**
 * Breeding: selects parents by tournament, crosses them, mutates half of the children, and repairs
 * them.
 */
final class Breeding implements VariationOperators.VariationOperator {

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
    this.crossover = new ParameterCrossover(space, CROSSED, random.split());
    this.mutation = new StepMutator(space, MUTATED, random.split());
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

  /** Repair of invalid offspring by the nearest valid configuration. */
  record Repair(SearchSpace space, RandomGenerator random)
      implements Constraint<IntegerGene, Double> {

    @Override
    public boolean test(Phenotype<IntegerGene, Double> individual) {
      return space.contains(ChoicesCodec.decode(individual.genotype()));
    }

    @Override
    public Phenotype<IntegerGene, Double> repair(
        Phenotype<IntegerGene, Double> individual, long generation) {
      int[] nearest = space.nearest(ChoicesCodec.decode(individual.genotype()), random);
      return Phenotype.of(new ChoicesCodec(space.parameters()).encode(nearest), generation);
    }
  }

  /**
   * Uniform crossover (Syswerda, 1989) of whole chromosomes: adjacent parents exchange each
   * parameter with probability 1/2. A crossover point would be meaningless, since the order of
   * parameters in the file does not reflect their interaction.
   *
   * <p>A child has the parameters of its variant; a parameter that only one parent has comes from
   * that parent.
   */
  record ParameterCrossover(SearchSpace space, double probability, RandomGenerator random)
      implements Alterer<IntegerGene, Double> {

    @Override
    public AltererResult<IntegerGene, Double> alter(
        Seq<Phenotype<IntegerGene, Double>> population, long generation) {
      MSeq<Phenotype<IntegerGene, Double>> crossed = MSeq.of(population);
      int alterations = 0;
      for (int i = 0; i + 1 < crossed.length(); i += 2) {
        if (random.nextDouble() < probability) {
          alterations += cross(crossed, i, generation);
        }
      }
      return new AltererResult<>(crossed.toISeq(), alterations);
    }

    private int cross(MSeq<Phenotype<IntegerGene, Double>> population, int at, long generation) {
      Genotype<IntegerGene> mother = population.get(at).genotype();
      Genotype<IntegerGene> father = population.get(at + 1).genotype();
      List<Chromosome<IntegerGene>> first = new ArrayList<>();
      List<Chromosome<IntegerGene>> second = new ArrayList<>();
      int exchanged = 0;
      for (int p = 0; p < mother.length(); p++) {
        boolean exchange = random.nextBoolean();
        first.add((exchange ? father : mother).get(p));
        second.add((exchange ? mother : father).get(p));
        exchanged += exchange ? 1 : 0;
      }
      population.set(at, Phenotype.of(Genotype.of(completed(first, mother, father)), generation));
      population.set(
          at + 1, Phenotype.of(Genotype.of(completed(second, mother, father)), generation));
      return exchanged;
    }

    /** Completes a child with the parameters that only its variant's parent has. */
    private List<Chromosome<IntegerGene>> completed(
        List<Chromosome<IntegerGene>> child,
        Genotype<IntegerGene> mother,
        Genotype<IntegerGene> father) {
      if (!space.acrossVariants() || mother.gene().intValue() == father.gene().intValue()) {
        return child;
      }
      boolean isMothers = child.getFirst().gene().intValue() == mother.gene().intValue();
      int[] whole = ChoicesCodec.decode(isMothers ? mother : father);
      int[] foreign = ChoicesCodec.decode(isMothers ? father : mother);
      for (int p = 1; p < child.size(); p++) {
        if (!space.has(p, whole) || !space.has(p, foreign)) {
          child.set(p, (isMothers ? mother : father).get(p));
        }
      }
      return child;
    }
  }

  /**
   * Mutation along the lists of values: mostly by one step, sometimes by a jump. Words and booleans
   * have no order, so they always jump. A change of the variant also takes over the parameters of
   * the new variant; later moves concern only these.
   *
   * <p>An individual that still has its fitness passed crossover unchanged and would repeat its
   * parent, so it is always mutated. A crossed individual is mutated with the given probability.
   */
  record StepMutator(SearchSpace space, double probability, RandomGenerator random)
      implements Alterer<IntegerGene, Double> {

    private static final double JUMP = 0.2;

    @Override
    public AltererResult<IntegerGene, Double> alter(
        Seq<Phenotype<IntegerGene, Double>> population, long generation) {
      var codec = new ChoicesCodec(space.parameters());
      int alterations = 0;
      var mutated = MSeq.of(population);
      for (int i = 0; i < mutated.length(); i++) {
        Phenotype<IntegerGene, Double> individual = mutated.get(i);
        int[] choices = ChoicesCodec.decode(individual.genotype());
        int[] mutable = mutable(choices);
        if (mutable.length > 0 && (individual.isEvaluated() || random.nextDouble() < probability)) {
          mutated.set(i, Phenotype.of(codec.encode(mutate(choices, mutable)), generation));
          alterations++;
        }
      }
      return new AltererResult<>(mutated.toISeq(), alterations);
    }

    /** Parameters with more than one possible value beside these choices. */
    private int[] mutable(int... choices) {
      return IntStream.range(0, choices.length)
          .filter(p -> space.values(p, choices).length > 1)
          .toArray();
    }

    /**
     * Changes one parameter always, and each other parameter with an expectation of one in total.
     */
    private int[] mutate(int[] choices, int... mutable) {
      int[] mutated = choices;
      int certain = mutable[random.nextInt(mutable.length)];
      for (int p : mutable) {
        if ((p == certain || random.nextInt(mutable.length) == 0) && space.has(p, mutated)) {
          mutated = space.with(p, moved(p, mutated), mutated);
        }
      }
      return mutated;
    }

    private int moved(int parameter, int... choices) {
      int[] values = space.values(parameter, choices);
      int from = position(choices[parameter], values);
      if (values.length == 1) {
        return values[0];
      }
      if (!space.parameters().get(parameter).type().isNumber() || random.nextDouble() < JUMP) {
        return values[(from + random.nextInt(1, values.length)) % values.length];
      }
      int to = from + (random.nextBoolean() ? 1 : -1);
      return values[to < 0 ? 1 : to == values.length ? values.length - 2 : to];
    }

    /** Position of a choice; 0 if a crossover brought a value of another variant. */
    private static int position(int choice, int... values) {
      return IntStream.range(0, values.length)
          .filter(i -> values[i] == choice)
          .findFirst()
          .orElse(0);
    }
  }
}

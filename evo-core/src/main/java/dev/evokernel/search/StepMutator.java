package dev.evokernel.search;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Moves;
import io.jenetics.Alterer;
import io.jenetics.AltererResult;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.util.MSeq;
import io.jenetics.util.Seq;

/**
 * Mutation along the lists of values: mostly by one step, sometimes by a jump. Words and booleans
 * have no order, so they always jump. A change of the variant also takes over the parameters of the
 * new variant; later moves concern only these.
 *
 * <p>An individual that still has its fitness passed crossover unchanged and would repeat its
 * parent, so it is always mutated. A crossed individual is mutated with the given probability.
 */
public final class StepMutator implements Alterer<IntegerGene, Double> {

  private static final double JUMP = 0.2;

  private final double probability;
  private final RandomGenerator random;
  private final Moves moves;
  private final ChoicesCodec codec;
  private final boolean[] ordered;

  public StepMutator(
      List<Parameter> parameters, Moves moves, double probability, RandomGenerator random) {
    this.moves = moves;
    this.probability = probability;
    this.random = random;
    this.codec = new ChoicesCodec(parameters);
    this.ordered = new boolean[parameters.size()];
    for (int p = 0; p < ordered.length; p++) {
      ordered[p] = parameters.get(p).type().isNumber();
    }
  }

  @Override
  public AltererResult<IntegerGene, Double> alter(
      Seq<Phenotype<IntegerGene, Double>> population, long generation) {
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
        .filter(p -> moves.values(p, choices).length > 1)
        .toArray();
  }

  /** Changes one parameter always, and each other parameter with an expectation of one in total. */
  private int[] mutate(int[] choices, int... mutable) {
    int[] mutated = choices;
    int certain = mutable[random.nextInt(mutable.length)];
    for (int p : mutable) {
      if ((p == certain || random.nextInt(mutable.length) == 0) && moves.has(p, mutated)) {
        mutated = moves.with(p, moved(p, mutated), mutated);
      }
    }
    return mutated;
  }

  private int moved(int parameter, int... choices) {
    int[] values = moves.values(parameter, choices);
    int from = position(choices[parameter], values);
    if (values.length == 1) {
      return values[0];
    }
    if (!ordered[parameter] || random.nextDouble() < JUMP) {
      return values[(from + random.nextInt(1, values.length)) % values.length];
    }
    int to = from + (random.nextBoolean() ? 1 : -1);
    return values[to < 0 ? 1 : to == values.length ? values.length - 2 : to];
  }

  /** Position of a choice; 0 if a crossover brought a value of another variant. */
  private static int position(int choice, int... values) {
    return IntStream.range(0, values.length).filter(i -> values[i] == choice).findFirst().orElse(0);
  }
}

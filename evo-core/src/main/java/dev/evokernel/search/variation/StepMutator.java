package dev.evokernel.search.variation;

import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.search.population.ChoicesCodec;
import dev.evokernel.space.Moves;
import io.jenetics.Alterer;
import io.jenetics.AltererResult;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.util.MSeq;
import io.jenetics.util.Seq;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Moves parameters along their lists of values: mostly one step, sometimes a jump anywhere. Words
 * and truth values have no order, so they always jump. A change of the variant takes over what the
 * other variant has, too; after that only what it has is moved.
 *
 * <p>An individual that still carries its fitness came through crossover unchanged and would only
 * repeat its parent; it is always mutated. One that was crossed is mutated with the given
 * probability.
 */
public final class StepMutator implements Alterer<IntegerGene, Double> {

  private static final double JUMP = 0.2;

  private final double probability;
  private final RandomGenerator random;
  private final Moves moves;
  private final ChoicesCodec codec;
  private final boolean[] ordered;

  public StepMutator(List<Parameter> parameters, Moves moves, double probability, RandomGenerator random) {
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

  /** The parameters with a choice that exist beside these choices. */
  private int[] mutable(int... choices) {
    return IntStream.range(0, choices.length)
        .filter(p -> moves.values(p, choices).length > 1)
        .toArray();
  }

  /** Changes one parameter for certain, and each of the others once in a genotype on average. */
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

  /**
   * The first where a crossed one has the value of another variant, which this one does not list.
   */
  private static int position(int choice, int... values) {
    return IntStream.range(0, values.length).filter(i -> values[i] == choice).findFirst().orElse(0);
  }
}

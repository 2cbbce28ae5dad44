package dev.evokernel.search;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;
import io.jenetics.Chromosome;
import io.jenetics.Genotype;
import io.jenetics.IntegerChromosome;
import io.jenetics.IntegerGene;
import io.jenetics.engine.InvertibleCodec;
import io.jenetics.util.Factory;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Choices as a genotype: one chromosome of one gene for each parameter, whose allele is the
 * position of the value in the parameter's list. The factory draws valid choices uniformly.
 */
record ChoicesCodec(SearchSpace space, RandomGenerator random)
    implements InvertibleCodec<int[], IntegerGene> {

  @Override
  public Factory<Genotype<IntegerGene>> encoding() {
    return () -> encode(space.choicesAt(random.nextLong(space.size())));
  }

  @Override
  public Function<Genotype<IntegerGene>, int[]> decoder() {
    return ChoicesCodec::choices;
  }

  @Override
  public Function<int[], Genotype<IntegerGene>> encoder() {
    List<Parameter> parameters = space.parameters();
    return choices ->
        Genotype.of(
            IntStream.range(0, choices.length)
                .mapToObj(p -> chromosome(choices[p], parameters.get(p).values().size()))
                .toList());
  }

  static int[] choices(Genotype<IntegerGene> genotype) {
    return genotype.stream().mapToInt(chromosome -> chromosome.gene().intValue()).toArray();
  }

  private static Chromosome<IntegerGene> chromosome(int choice, int values) {
    return IntegerChromosome.of(IntegerGene.of(choice, 0, values));
  }
}

package dev.evokernel.search.population;

import dev.evokernel.kernel.space.Parameter;
import io.jenetics.Genotype;
import io.jenetics.IntegerChromosome;
import io.jenetics.IntegerGene;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Choices as a genotype: one chromosome of one gene for each parameter, whose allele is the
 * position of the value in the parameter's list.
 */
public record ChoicesCodec(List<Parameter> parameters) {

  public ChoicesCodec {
    parameters = List.copyOf(parameters);
  }

  public Genotype<IntegerGene> encode(int... choices) {
    return Genotype.of(
        IntStream.range(0, choices.length)
            .mapToObj(p -> IntegerGene.of(choices[p], 0, parameters.get(p).values().size()))
            .map(IntegerChromosome::of)
            .toList());
  }

  public static int[] decode(Genotype<IntegerGene> genotype) {
    return genotype.stream().mapToInt(chromosome -> chromosome.gene().intValue()).toArray();
  }
}
